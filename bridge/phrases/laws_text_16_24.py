"""What each section of Laws 16 to 24 says, in our own words: in both editions, in 1999 alone, in 2017 alone."""

from django.utils.translation import gettext_noop as _

BOTH = {
    "16": _(
        "What legal calls and plays tell, and what one notices in the opponents' manner, may be used. What comes from partner's manner, or by "
        "accident from elsewhere, may not."
    ),
    "16C": _(
        "When a call or play is taken back and another one put in its place, only the side that did no wrong is free to use what the first one has "
        "shown."
    ),
    "16C1": _(
        "The non-offending side may use everything it learns from a withdrawn call or play, whichever side took it back, for the rest of the auction "
        "and play."
    ),
    "16C2": _(
        "What withdrawn calls and plays of either side show is unauthorised for the offending side: where it has logical alternatives, it may not "
        "take the one that they suggest."
    ),
    "17": _(
        "The dealer calls first and the others follow clockwise. The auction period has a beginning for each side and one end for both, and the time "
        "limits of many other laws hang on these."
    ),
    "17B": _("The board decides who opens the auction: the player shown on it as dealer makes the first call, whether pass or bid."),
    "17C": _("After the dealer it is the left-hand opponent's turn, and so on clockwise; everybody waits until the player on the right has called."),
    "18": _(
        "A bid names a number from one to seven, the tricks to be won beyond six, and a suit or notrump. Notrump ranks highest, then spades, hearts, "
        "diamonds and clubs."
    ),
    "18C": _("A bid is sufficient if it names more tricks than the last bid, or as many in a higher suit or in notrump over a suit."),
    "18D": _("A bid that is not higher than the last one, in number or at the same number in rank, is insufficient; Law 27 says what follows."),
    "19": _(
        "A double, or a redouble after it, raises what the contract gains or loses. Any later legal bid wipes it out; if none comes, the contract is "
        "scored as doubled or redoubled."
    ),
    "19A": _("A player at his turn may double a bid of the opponents by saying the one word, without naming the number or suit of that bid."),
    "19A1": _("Only the last bid may be doubled, only if an opponent made it, and only if nothing but passes has followed it."),
    "19A3": _(
        "A player who in doubling names a wrong number, suit or bid has doubled the bid that was really made; what the slip tells partner may be "
        "unauthorised."
    ),
    "19B": _("A player at his turn may redouble after an opponent's double by saying the one word, without naming the bid that is meant."),
    "19B1": _("Only the last double may be redoubled, only if an opponent made it, and only if nothing but passes has followed it."),
    "19B3": _(
        "A player who in redoubling names a wrong number, suit or bid has redoubled the bid that the opponents really doubled; what the slip tells "
        "partner may be unauthorised."
    ),
    "20": _("A player has the right to hear at his turn what was called and what the opponents' calls mean. The opponents answer, fully and correctly."),
    "20A": _("Whoever did not catch which call was made may have it said again, but asks at once."),
    "20B": _(
        "A player whose turn it is to call, and who is not bound to pass, may have all calls repeated with the alerts. It is the whole auction or "
        "nothing, without stopping halfway."
    ),
    "20C": _(
        "When the auction is over, a defender may ask whether the opening lead is his, and a full review is still to be had until one's first turn to "
        "play."
    ),
    "20C2": _("Declarer and each defender, but not dummy, may have all calls repeated when they play for the first time; after that it is too late."),
    "20D": _("Only an opponent of the player who asked repeats the calls; the asker's own partner does not help."),
    "20E": _(
        "Everybody who hears a wrong review corrects it, dummy and a player bound to pass included. If nobody does and harm is done, the director may "
        "adjust the score."
    ),
    "20F": _(
        "During the auction a player at his turn may ask what the opponents' calls mean, and what other calls would have meant. As a rule the partner "
        "of the player who called answers, in full."
    ),
    "20F2": _(
        "After the final pass a defender asks only at his own turn to play. Declarer asks at his own turn or dummy's, about the defenders' calls and "
        "also their card signals."
    ),
    "21": _(
        "A player who called on wrong information from an opponent may change the call while there is time, or may get an adjusted score. His own "
        "mistake gives him no claim."
    ),
    "21A": _("Whoever misunderstood a call or the auction through no fault of the opponents keeps the result."),
    "21B": _(
        "A wrong explanation, or an alert that was due and not given at once, is misinformation. The director looks first whether a call may still be "
        "changed, then at the score."
    ),
    "22": _(
        "The passes decide how it goes on: if there has been a bid, the last one becomes the contract and is played; if not, the board is over "
        "without play and is not dealt again."
    ),
    "24A": _("For a single card below the ten that was not led, partner is not made to pass, though he may not use what he saw."),
    "24B": _(
        "For one card from the ten up, or a card of any rank led too soon, partner must pass at his next turn to call. If that pass does damage, the "
        "score may be adjusted."
    ),
    "24C": _(
        "If more than one card was exposed, of whatever rank, partner must pass at his next turn to call. If that pass does damage, the score may be "
        "adjusted."
    ),
}

CN1999 = {
    "16A": _(
        "A remark, question, answer, hesitation, unusual speed, tone or gesture may tell partner something. Among logical alternatives partner may "
        "not then choose one that it could have suggested."
    ),
    "16A1": _(
        "Whoever sees an opponent give such information, with damage likely, may at once reserve the right to call the director later, unless the "
        "organiser forbids it. Opponents who dispute the fact bring the director at once."
    ),
    "16A2": _(
        "If there is good reason to think that an opponent used such information, the director is called after the play, or for dummy's hand once it "
        "is spread. Play goes on; damage may bring an adjusted score."
    ),
    "16B": _(
        "The director is told at once when a player by accident learns something of a board not yet finished: another hand, a result, a remark. If it "
        "may disturb normal play, there are three remedies."
    ),
    "16B1": _(
        "The director may move the players to other seats, if the kind of contest and its scoring allow it, so that the one who knows a hand is the "
        "one who holds it."
    ),
    "16B2": _("With the consent of all four players the director may name somebody else to play this board in place of the one who has the information."),
    "16B3": _("Where neither other seats nor a substitute will do, the director may give the board an adjusted score."),
    "17A": _("One look by a player at the faces of his cards is enough: for his side the auction period has begun, though not yet for the opponents."),
    "17D": _(
        "A call made on another board's cards is cancelled and made anew with the right hand. A left-hand opponent who has called over it repeats his "
        "call; if the offender's new call differs clearly, the score is artificial."
    ),
    "17E": _(
        "It ends when all four players have passed, or, where there was a bid, when three passes in turn have followed and the opening lead has been "
        "faced."
    ),
    "18F": _("Calls need not be spoken: the zonal bridge organisation may have them made in another way, for instance in writing or with bidding cards."),
    "21B1": _(
        "Until the opening lead is faced, and as long as partner has not called since, a player may change without penalty a call that he probably "
        "made because of an opponent's misinformation."
    ),
    "21B2": _(
        "After such a change the opponent on the left may change a later call too, without penalty. If what the withdrawn call of that opponent tells "
        "damages the other side, the director may adjust the score."
    ),
    "21B3": _("If partner has called since or the opening lead has been faced, the call stands, and the director may give an adjusted score for damage."),
    "22A": _("After four passes the cards go back into the board unplayed, and the board is not dealt again; it counts zero for both sides."),
    "22B": _(
        "The auction has produced a contract: the last bid, with its double or redouble if there is one. The play begins with the opening lead from "
        "declarer's left."
    ),
    "23": _(
        "If a law makes the offender's partner pass, and the offender could have known at the time that this pass might well hurt the other side, the "
        "board is played out. The director may then adjust the score."
    ),
    "24": _(
        "A card that a player by his own act let partner see stays face up on the table until the auction ends. If its owner then defends, declarer "
        "treats it as a penalty card."
    ),
}

WBF2017 = {
    "16A": _(
        "Free to use: legal calls and plays, Law 16C where it allows, what lawful procedure reveals, what one knew before taking the hand, one's "
        "guess of the score and the opponents' habits. All else is barred."
    ),
    "16B": _(
        "Whatever partner shows by remark, question, answer, hesitation, speed, tone, gesture, or an alert given or missed against expectation, is "
        "unauthorised as far as it might suggest a call or play."
    ),
    "16B1": _(
        "Whoever has such information from partner may not be guided by it: two tests decide, what it demonstrably points to, and which other actions "
        "a player of his kind would weigh."
    ),
    "16B1a": _("If unauthorised information clearly favours one call or play, it may not be chosen as long as another one is a logical alternative."),
    "16B1b": _(
        "Think of players of the same class with the same methods: if a good many would consider an action in earnest, and one or another might take "
        "it, it counts."
    ),
    "16B2": _(
        "Whoever sees an opponent pass on such information, with damage likely, may reserve the right to call the director later, unless a regulation "
        "forbids it. Opponents who deny the fact bring the director at once."
    ),
    "16B3": _(
        "If an opponent seems to have chosen what was suggested, the time to call the director is the end of play; earlier or later is no offence. A "
        "gain by an infraction is adjusted."
    ),
    "16D": _(
        "The director is told at once, best by the player himself, who by accident learned something of a board not yet finished: another hand, a "
        "result, a remark, a card at another table."
    ),
    "16D2": _(
        "If nobody has called yet and the information is likely to disturb normal play, the director picks one of four remedies: seats, a new deal, "
        "playing on, or an adjusted score."
    ),
    "16D2a": _(
        "The director may have players change places so that the one who knows a hand holds it himself, where the type of contest and the scoring "
        "permit."
    ),
    "16D2b": _("The director may order the board dealt anew for the contestants at this table, if the form of the competition leaves room for it."),
    "16D2c": _(
        "The director may let the board be played to its end and afterwards adjust the score, if the information turns out to have affected the "
        "result."
    ),
    "16D2d": _("The director may stop the board before it starts and give an adjusted score at once."),
    "16D3": _(
        "Once somebody has called, and until the board is played out, only one remedy is left: the players go on and the director adjusts the score "
        "if the information affected the result."
    ),
    "17A": _(
        "The first hand taken out of the board starts the auction period for that player's side, looked at or not; for the opponents it starts with "
        "their own."
    ),
    "17D": _(
        "Four passes, or three passes in turn after any other call, end the auction, unless one of those passes came out of turn and cost somebody a "
        "turn."
    ),
    "17D2": _(
        "If nobody has bid and all four hands have been put back into the board, the auction counts as finished, and nothing that went wrong in it is "
        "put right."
    ),
    "17D3": _(
        "If one of three passes came out of turn and cost a player his turn, the auction goes back there and the passes since are cancelled. Law 16C "
        "applies to them, with the early passer as offender."
    ),
    "17E": _(
        "It ends when a defender faces an opening lead, or after four passes when all hands are back in the board. Between the last pass and that "
        "lead lies the Clarification Period, for questions and corrections."
    ),
    "18F": _("Calls need not be spoken: the regulating authority may provide for another way, such as bidding boxes, written bids or screens."),
    "20F3": _(
        "A question need not cover the whole auction: one single call may be picked out, but what such a question shows partner may be unauthorised "
        "information."
    ),
    "20F4": _(
        "A player who finds that he himself explained wrongly or left something out calls the director and corrects it; when depends on when he "
        "noticed."
    ),
    "20F4a": _(
        "He may call the director and correct it right away, or wait, but it must be done before the Clarification Period ends with the facing of the "
        "opening lead."
    ),
    "20F4b": _("With the auction over there is no more waiting: he calls the director as soon as he sees his mistake."),
    "20F5": _(
        "A player who hears partner explain wrongly, or alert or fail to alert wrongly, keeps still during the auction and shows it in no way. Later "
        "he calls the director and tells the opponents."
    ),
    "20F5b": _("Declarer or dummy calls the director after the final pass, before the opening lead is faced; a defender only when the play is over."),
    "21B1": _(
        "Until the opening lead is faced, and as long as partner has not called since, a player may change a call that misinformation could well have "
        "influenced in the director's judgment. His side suffers nothing."
    ),
    "21B1b": _("When hand and explanation do not agree and nothing proves the agreement, the director treats the explanation as wrong, not the call."),
    "21B2": _(
        "When a player changes a call for this reason, the opponent on the left may change a later call in turn without further rectification, and "
        "Law 16C applies to what was withdrawn."
    ),
    "21B3": _(
        "If partner has called since or the opening lead has been faced, the call stands; when the offending side gained by the misinformation, the "
        "director gives an adjusted score."
    ),
    "22A": _("Three passes in turn after the last bid end the auction, and that bid, doubled or redoubled if so called, becomes the contract."),
    "22B": _("Four passes end the auction; the hands go back into the board unplayed and are not dealt again, and the board counts zero for both sides."),
    "23": _(
        "If a cancelled call is replaced by one close enough to it in meaning, the auction and play go on without further rectification and partner "
        "is not bound; only Law 23C is left for the end."
    ),
    "23A": _(
        "A new call is comparable if it means the same or nearly the same as the withdrawn one, covers only a part of what that could mean, or serves "
        "the same purpose."
    ),
    "23A3": _("Two calls that ask the same thing of partner, such as an asking bid or a relay, are comparable even if they say little about the own hand."),
    "23C": _(
        "After the play the director asks whether, without the help of the infraction, the board could well have ended otherwise. If so, and the "
        "other side is damaged, the score is adjusted to the probable outcome."
    ),
    "24": _(
        "A card that a player by his own act let partner see stays face up on the table until the auction ends. Its sight is authorised for the "
        "non-offending side alone."
    ),
    "24D": _("If the offender ends up as declarer or dummy, the exposed cards go back into the hand and there is no penalty card."),
    "24E": _("If the offender ends up as a defender, each exposed card becomes a penalty card and stays on the table under Law 50."),
}
