"""What can be made with four hands in sight: double-dummy tables, par, and the solver, which is a program of its own."""
