"""Teaching: a student's line marked with a hint, exercises that differ from student to student, answers in LaTeX."""
