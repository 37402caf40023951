"""Movements: who meets whom, where and on which boards; made, checked, proposed and planned anew, without Django."""
