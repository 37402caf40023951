"""Master points: what each place earns (`scheme`, `award`), strata, the ledger and the twelve levels.

Amounts are exact until they enter the ledger, in hundredths.
"""
