"""Team matches: who sits for a team, where and on which boards (`line_up`, `plan`), and how the match stands (`score`)."""
