"""Matrix identities for every size: sizes that suffice over GF(p), and the reachable space over Q."""
