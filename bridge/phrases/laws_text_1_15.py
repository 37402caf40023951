"""What each section of Laws 1 to 15 says, in our own words: in both editions, in 1999 alone, in 2017 alone."""

from django.utils.translation import gettext_noop as _

BOTH = {
    "1": _(
        "A pack has fifty-two cards in four suits: spades rank highest, then hearts, diamonds and clubs. In each suit the ace ranks highest and the deuce "
        "lowest."
    ),
    "2": _(
        "Each board bears its number and has a pocket for each seat, with dealer and vulnerability marked. One marked wrongly is not to be used; once it is "
        "in play, its markings hold for that session."
    ),
    "3": _("Four players sit at a table. The director numbers the tables and says which side of each is North; the other three seats follow from it."),
    "4": _(
        "North and South play together against East and West. In pairs and teams partners stay together for the session unless the director allows a "
        "substitute; in an individual event partners change."
    ),
    "5": _(
        "The director assigns the first seats; within them partners and teammates agree who sits where. After that nobody changes his place in the session "
        "unless the director says or permits so."
    ),
    "6": _(
        "The shuffled cards are dealt face down, one by one, into four hands of thirteen, someone from each side being present. The director may arrange "
        "that others, or he himself, deal in advance."
    ),
    "6A": _("Before play begins every pack is shuffled thoroughly, and an opponent who asks for a cut is entitled to it."),
    "6D": _(
        "The cards are shuffled and dealt anew after a faulty deal noticed before the auction, or when the director requires it; a result on an unshuffled "
        "pack does not count."
    ),
    "6D1": _(
        "If it turns out before the auction begins that the deal was faulty, or that someone could have seen the face of another player's card, there is a "
        "new shuffle and deal."
    ),
    "6D3": _(
        "The director may require a new shuffle and deal for any reason that agrees with the laws, but not of a passed-out board, nor in a team match whose "
        "outcome without it may be known."
    ),
    "7": _(
        "The board lies in the middle of the table until its play is over. Everyone keeps to his own cards, and those who stay at the table for the whole "
        "session answer for good order there."
    ),
    "7B": _(
        "Each player takes only the hand of his own seat, keeps it apart from the others, and touches no card of another player without the director's "
        "leave; declarer may handle dummy's."
    ),
    "7B1": _(
        "Each player takes the hand from the pocket of his seat and counts it face down to be sure of thirteen cards; only then, but before he calls, does "
        "he look at them."
    ),
    "8": _(
        "The director announces how players and boards move; unless he says otherwise, North passes on the boards just finished. A session is over when all "
        "its boards are played and scored."
    ),
    "9": _(
        "Once somebody entitled to do so has pointed out an irregularity, the director is called and all wait for him. Calling him, or naming a fault of "
        "one's own side, takes no right from anybody."
    ),
    "9A": _(
        "During the auction any player may point out an irregularity, at his turn or not; during the play declarer and both defenders may, while dummy has "
        "to wait."
    ),
    "9B": _(
        "When an irregularity has been pointed out, the director is called without delay; every player, dummy included, may call him, and nobody loses a "
        "right by it."
    ),
    "9B2": _("All four stop: nobody calls or plays until the director has said what the law provides and which choices there are."),
    "9C": _(
        "A player who hurries to put his own error right before the director rules may make things worse for his side, for instance by giving declarer a "
        "say in his partner's leads."
    ),
    "10": _(
        "What follows from an irregularity is for the director, not for the players, to settle; where the law leaves a choice, he explains it and the "
        "player entitled to it chooses."
    ),
    "10A": _("Players neither impose a rectification on their opponents nor let them off; every such decision belongs to the director."),
    "10B": _("If the players have already carried out or waived something without his instruction, the director may accept it or undo it."),
    "10C": _(
        "Where the law offers more than one way to go on, the director names them all, and the player who has the choice picks one without asking his "
        "partner."
    ),
    "10C2": _("The player with the choice makes it himself; he may not consult his partner in any way."),
    "11": _(
        "A side that goes on without calling the director may lose its claim to have the opponents' irregularity put right; a procedural penalty remains "
        "possible."
    ),
    "12": _("An adjusted score takes the place of the result of a board. The director gives it, asked or of his own accord, only where the laws "
    "empower him."),
    "12A": _(
        "The director may adjust when another law says so, when no law makes good what the non-offending side lost, when the board cannot be played, or "
        "when a wrong ruling was carried out."
    ),
    "12A2": _("If nothing can be done that would let the board go on normally, the director replaces its result by an artificial adjusted score."),
    "14A": _("Until play has begun the director searches and makes the short hand complete, with the card itself or from another pack, and the board "
    "goes on."),
    "14A1": _("If the search succeeds before play begins, the card simply goes back to the hand that lacks it."),
    "14A2": _("If the search fails before play begins, the director rebuilds the deal with the help of another pack."),
    "14B1": _("A card that lies among those already played means that a trick has one too many; Law 67 tells what to do."),
}

CN1999 = {
    "6D2": _(
        "The result does not count if the pack was dealt without a shuffle or the deal had been played in another session; if a new deal is not possible, "
        "the score is artificial."
    ),
    "7C": _(
        "After the play each player puts his own thirteen cards back into the pocket of his seat. Later a hand leaves the board only with somebody of "
        "each side, or the director, present."
    ),
    "8B": _("The director's signal for the next round normally ends the current one; a table still playing goes on with its round until its players move."),
    "9A2": _(
        "While the cards are being played, declarer and either defender may say that something irregular has happened, unless a law forbids it; for dummy "
        "there are tighter limits."
    ),
    "9A2b": _("Dummy mentions an irregularity only after the play is over, but he may try to keep declarer from committing one."),
    "10C1": _("Before anyone chooses, the director tells the table every option the law gives, with what each of them brings."),
    "11A": _(
        "The claim to a penalty may be lost when either non-offender acts before calling the director; it is lost if his side gained because an opponent "
        "went on without knowing the penalty."
    ),
    "11B": _("A spectator who is the first to point out an irregularity may cost the side responsible for him a right."),
    "11B1": _("If the non-offending side is responsible for the spectator who spoke first, it may lose its claim to a penalty for that irregularity."),
    "11B2": _("If the offending side is responsible for the spectator who spoke first, it may lose the right to correct its irregularity."),
    "11C": _("Even where the non-offending side can no longer claim a penalty for the irregularity, the director may give a procedural penalty."),
    "12A1": _("If an opponent broke a law and the laws hold nothing that makes up for it, the director may give the non-offending side an adjusted score."),
    "12B": _("That a prescribed penalty is too heavy, or favours one side too much, is no ground to adjust: what the law lays down stands."),
    "12C": _(
        "A board without a result gets an artificial score by degree of fault; where there was a result, an assigned score replaces it. The scores of the "
        "two sides need not balance."
    ),
    "12C1": _(
        "At pairs a contestant directly at fault gets at most forty percent, one partly at fault fifty, one not at fault at least sixty; the two sides need "
        "not add up to a hundred."
    ),
    "12C2": _(
        "The non-offending side gets the best result that was likely without the irregularity, the offending side the worst that was at all probable; the "
        "two need not balance."
    ),
    "12C3": _(
        "Unless the zone has ruled otherwise, an appeals committee may vary an assigned score to do justice to both sides; the director himself has no such "
        "freedom."
    ),
    "13": _(
        "One hand has too many cards and another too few. All depends on whether the holder of a wrong hand has called, or anyone has seen another's card. "
        "One short hand alone is Law 14."
    ),
    "13A": _(
        "Before a holder of a wrong hand has called, the director restores the hands from the record, or else by asking those who played them; if the deal "
        "itself was wrong, it is dealt anew."
    ),
    "13A1": _("If nobody will have seen a card of another hand, the board is put right, first of all from the hand record, and then played normally."),
    "13A2": _("Without a hand record the director asks players who had the board before, and restores the hands by what they tell him."),
    "13B": _(
        "After somebody has seen a card of another hand, or the holder of a wrong hand has called, the board goes on only if the director finds it harmless "
        "and all four agree."
    ),
    "13B1": _("If what was seen cannot influence bidding or play, and all four players consent, the director lets the board be played and scored normally."),
    "13B2": _(
        "If what was seen would disturb normal bidding or play, or a single player objects, the director gives an artificial score and may penalise an "
        "offender."
    ),
    "14": _(
        "Three hands are right and the fourth lacks a card. The director looks for it, gives it back or makes up the hand from another pack; the board is "
        "played on."
    ),
    "14B": _(
        "Once play has begun the director searches too, among the played cards and elsewhere, and the hand is completed; its holder answers for not having "
        "played the card."
    ),
    "14B1b": _("A card found anywhere but among the played ones goes back to the short hand; a penalty card or a revoke may follow."),
    "14B2": _("If the card stays lost, the deal is rebuilt from another pack; for the card put in, too, a penalty card or a revoke may follow."),
    "14B3": _(
        "The restored card is treated as if it had never left the hand: a defender's may become a penalty card, and not having played it in time may be a "
        "revoke."
    ),
    "15": _(
        "A table has played, or begun, a board not due to it in this round. What counts is whether any of the four had played it before, and whether the "
        "auction is still on."
    ),
    "15A": _("If the board is new to all four players, its result may count, and the director sees whether the proper board is played as well."),
    "15A1": _("The director normally allows the score obtained on the wrong board to count."),
    "15A2": _("The director may require both pairs to play, at a later time, the board they had missed."),
    "15B": _(
        "If anybody at the table had played the board before, the second score is cancelled for both sides; a contestant who thereby loses a proper result "
        "gets an artificial score."
    ),
    "15C": _(
        "All calls are cancelled, the right players are seated and told of their rights, and the auction starts again. Everyone repeats his former calls; "
        "any difference cancels the board."
    ),
}

WBF2017 = {
    "6D2": _(
        "The result does not count if a sorted pack was dealt without a shuffle, or if the deal comes from another session, unless the contest is meant "
        "to replay old hands."
    ),
    "7C": _(
        "After the play each player shuffles his own thirteen cards and puts them back into his pocket. Later a hand leaves the board only with somebody "
        "of each side, or the director, present."
    ),
    "8B": _(
        "The director's signal ends the round, except for a table still playing until its players move, and for a postponed board until it is played and "
        "scored, or cancelled."
    ),
    "9A3": _(
        "Dummy does not mention what has gone wrong until the play is over. Before anything happens he, like every player, may try to prevent an "
        "irregularity."
    ),
    "10C3": _("When an opponent's irregularity gives the innocent side a choice, it may quite fairly take whatever suits it best."),
    "11A": _(
        "The claim may be lost when a non-offender acts before calling the director. If a side gained because an opponent did not know the law, only its "
        "own score is lowered by that gain."
    ),
    "12B": _(
        "An adjustment restores what an infraction cost the non-offending side and takes back what it won for the offenders; it is no cure for a "
        "rectification one dislikes."
    ),
    "12B1": _(
        "There is damage when, because of the infraction, an innocent side scores less than it could expect without it; the adjustment makes that good and "
        "takes away the offenders' gain."
    ),
    "12B2": _(
        "When the law prescribes what to do, the director does no more and no less: that this looks severe, or generous to a side, is no reason to adjust."
    ),
    "12C": _(
        "The director assigns a score in place of the one from the table whenever he can judge it; only if there is no result, or too many are possible, is "
        "the score artificial."
    ),
    "12C1": _(
        "Where the director may adjust and is able to judge what would have happened, he assigns that score to both sides; it replaces the one obtained at "
        "the table."
    ),
    "12C1b": _("The director looks for the outcome most to be expected had the infraction not occurred, and comes as near to it as he can."),
    "12C1c": _(
        "The score may be made up of several results, each with its share of probability; only results that could have come about legally are counted in."
    ),
    "12C1d": _("When the possible results are very many or hard to make out, the director may give an artificial score instead."),
    "12C1e": _(
        "After an extremely serious error that has nothing to do with the infraction, or a gamble, non-offenders get no relief for that part of their loss; "
        "offenders score as if it had not happened."
    ),
    "12C2": _("If an irregularity leaves a board without a result, or none can be assigned, each contestant scores according to its share of the blame."),
    "12C2a": _(
        "At pairs this is at most forty percent for a contestant directly at fault, fifty for one partly at fault, and at least sixty for one with no "
        "fault."
    ),
    "12C2b": _("In IMPs average plus and average minus normally mean three IMPs gained or lost; regulations may set other values in some cases."),
    "12C2c": _(
        "A contestant without fault that scores over sixty percent on its other boards of the session gets that percentage; one at fault with less than "
        "forty percent gets its own, lower figure."
    ),
    "12C2d": _("If a contestant misses the result of more than one board in a session, the regulations may fix other artificial scores for the later ones."),
    "12C4": _("In a knock-out match adjusted scores that do not balance are worked out for each side apart; the average of the two then counts for both."),
    "13": _(
        "One hand has too many cards and another too few: the director puts them right if he can, and no consent of the players is needed. One short hand "
        "alone is Law 14."
    ),
    "13A": _(
        "As long as no holder of a wrong hand has called, the hands are put right and the board is played, even if somebody has seen a card of another "
        "hand."
    ),
    "13A1": _("If the correction leaves nobody with knowledge of another player's card, the board is bid, played and scored as usual."),
    "13A2": _(
        "The board is played and scored all the same; if the director finds that what was seen changed the outcome, he assigns a score and may penalise an "
        "offender."
    ),
    "13B": _(
        "Once a player has called with a wrong number of cards, all depends on whether the hands can be corrected and the board played without a change of "
        "any call."
    ),
    "13B1": _("If the hands can be put right with every call left as it is, the director may let the board go on; he may still adjust the score at the end."),
    "13B2": _("If the hands cannot be put right without changing a call, the director stops the board, gives an adjusted score and may penalise an "
    "offender."),
    "13C": _(
        "The extra card is taken away and the auction and play go on; if it was played to a trick already turned over, the director may adjust the score."
    ),
    "13D": _(
        "When it comes out after the play that one hand had too many cards and another too few, the result is cancelled and adjusted, and the side at fault "
        "risks a procedural penalty."
    ),
    "13E": _("What can be learnt from the cards the director moved is unauthorised information for the partner of a player whose hand was wrong."),
    "14": _(
        "Three hands are right and the fourth lacks a card: the hand is made complete and the board goes on. Knowing which card was replaced is "
        "unauthorised for the player's partner."
    ),
    "14A3": _("The auction and play continue normally with the hand complete; every call already made stays as it is."),
    "14B": _(
        "From the faced lead to the end of the correction period the director searches among the played cards and elsewhere and completes the hand; its "
        "holder answers for not having played the card."
    ),
    "14B2": _("A card that turns up elsewhere than among the played ones is given back to its holder, who bears what follows from having held it all along."),
    "14B3": _(
        "If the card stays lost after play has begun, the director rebuilds the deal from another pack; the card put in counts as if its holder had always "
        "had it."
    ),
    "14B4": _(
        "The returned card is deemed to have been in the hand from the start: in a defender's hand it may become a penalty card, and failing to follow with "
        "it may be a revoke."
    ),
    "15": _(
        "Two mishaps: a player calls on a hand from another board, or a table plays a board that is not due to it. Where a fair result is still possible "
        "the board goes on."
    ),
    "15A": _(
        "A player who called on a hand from another board takes the right one and calls again, unless his partner has called meanwhile. On the other board "
        "a differing call brings an adjusted score."
    ),
    "15A1": _("A call made while holding cards from another board is cancelled, and so are all calls after it."),
    "15A1a": _("If the offender's partner has called after the cancelled call, the board cannot be saved: the director gives an adjusted score."),
    "15A1b": _("Otherwise the offender looks at the right hand and makes any legal call; the auction goes on from there in the normal way."),
    "15A1c": _("The non-offending side may use what the cancelled calls have told; for the offending side it is unauthorised information."),
    "15A3": _("Besides all this the director may give a procedural penalty to the player who took his cards from another board."),
    "15B": _(
        "In pairs and individual events, if a table plays a board not due to it, the board is cancelled when any of the four had played it before and "
        "finished when nobody had."
    ),
    "15B1": _("If even one of the four has played the board before, it is cancelled for both sides, whenever this is noticed."),
    "15B2": _("If the board is new to all four, they finish auction and play and the score counts; the director may have the proper board played later."),
    "15B3": _("A contestant who, because of the mistake, has no chance to earn a valid score on a board gets an artificial adjusted score."),
}
