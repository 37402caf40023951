"""What each section of Laws 51 to 63 says, in our own words: in both editions, in 1999 alone, in 2017 alone."""

from django.utils.translation import gettext_noop as _

BOTH = {
    "51": _(
        "A defender with several penalty cards plays the one that declarer names. When his partner is to lead, declarer may require or forbid suits "
        "among them."
    ),
    "51A": _("The owner does not choose between penalty cards that he could legally play now: declarer tells him which one goes to this trick."),
    "51B": _(
        "Before the partner leads, declarer chooses: require a suit, forbid suits, or leave the lead free. In the last case every penalty card stays "
        "on the table."
    ),
    "51B1": _("When all the penalty cards belong to one suit, declarer may require or forbid that suit from the partner; either choice frees all of them."),
    "51B1a": _("The partner leads the suit if he can. Its owner takes all penalty cards of that suit into his hand and may play any legal card to "
    "the trick."),
    "51B1b": _(
        "The partner may not lead the suit for as long as he keeps the lead. The owner takes up all his cards of it from the table and plays as he "
        "likes within the rules."
    ),
    "51B2": _(
        "When the penalty cards are of different suits, declarer may require one of those suits or forbid one or more; only cards of the suits he "
        "names are freed."
    ),
    "51B2a": _(
        "Declarer names one of the suits on the table and the partner leads it. Penalty cards of that suit go back to the hand, those of other suits "
        "stay."
    ),
    "51B2b": _(
        "Declarer may bar the partner from one or more of these suits while he keeps the lead. All penalty cards of the barred suits are taken up; "
        "any others stay."
    ),
    "52": _(
        "A defender who leads or plays another card when his penalty card was due leaves the choice to declarer: let the card stand, or have the "
        "penalty card played."
    ),
    "52A": _("The defender who forgot his penalty card does not correct this himself: the other card stays on the table until declarer has decided."),
    "52B": _("Declarer decides whether the wrong card stands or the penalty card takes its place; once he has played on, the wrong card stands."),
    "52B1": _("If the card is accepted, by choice or because declarer has played on, it counts as played and the penalty card is still due later."),
    "52B1a": _(
        "As long as declarer's side has not played after it, declarer is free to let the card stand that was led or played in place of the penalty "
        "card."
    ),
    "52B1b": _("When declarer has since played a card, from his own hand or from dummy, he can no longer refuse the wrong card."),
    "52B1c": _("After acceptance the card that should have been played keeps lying there as a penalty card, with all its effects at the next turn."),
    "52B2": _(
        "If declarer refuses, the penalty card replaces the wrong card. Each card that the defender led or played wrongly in its place becomes a "
        "major penalty card."
    ),
    "53": _("A card led face up out of turn is not void by itself: the other side may let it stand, and otherwise the lead comes from the correct hand."),
    "54": _(
        "After a face-up opening lead by the wrong defender, declarer alone chooses. If the offender's partner has put down a lead face down, it "
        "first goes back to his hand."
    ),
    "54A": _(
        "Declarer may answer by putting down his own hand: he becomes dummy and his partner declarer. Once he has begun and a card has been shown, "
        "he must put down all."
    ),
    "54B": _("Declarer may let the lead stand and remain declarer. Dummy goes down as usual, and declarer's own hand plays second to this trick."),
    "54B2": _("If declarer has played the second card from dummy instead of from his hand, it stays played; only to put a revoke right may it be "
    "taken back."),
    "54C": _(
        "When declarer could have seen even one of dummy's cards, he may no longer refuse the lead. Cards shown during the auction do not count, see "
        "Law 24."
    ),
    "54D": _(
        "If declarer has the lead taken back, the right defender leads and the card faced becomes a major penalty card, with the choices of Laws 56 "
        "and 50D."
    ),
    "55": _(
        "When declarer leads from his hand or from dummy out of turn, the defenders decide whether the lead stands. A card taken back never becomes "
        "a penalty card."
    ),
    "55B": _("When a defender asks declarer to take the lead back, the card returns to the hand it came from; who leads next depends on whose turn it was."),
    "55B1": _("If it was a defender's lead, declarer puts the card back where it came from and nothing further is done to him; the defender then leads."),
    "55B2": _("If declarer was on lead but used the wrong hand, he takes the card back and leads from the other one. He may choose any card, of any suit."),
    "55C": _("If declarer then plays in a way that may rest on what his wrong lead told him, the director may award an adjusted score."),
    "56": _(
        "If declarer does not accept it, the defender's card becomes a major penalty card. When his partner is to lead, declarer has the choices of "
        "Law 50D."
    ),
    "57": _(
        "A defender who plays before his partner has played, or already leads to the next trick, shows his partner too much, so declarer may direct "
        "the partner's card."
    ),
    "57B": _("A partner whose cards do not allow what declarer has chosen may play any legal card, see Law 59."),
    "58": _("When cards reach the table together, the director first settles which one counts as played, and then what becomes of the others."),
    "58A": _(
        "If two players play at once, the one who did so legally, in turn, has played first. The other is taken to have followed, and may thereby "
        "have played out of turn."
    ),
    "58B": _("A player who leads or plays two or more cards at once has played only one of them; which one depends on the faces that can be seen."),
    "58B1": _("The one card whose face shows is the card played. The others return to the hand and nothing more follows."),
    "58B2": _("The player says which of the visible cards he plays. A defender's other visible cards become penalty cards; declarer's go back to the hand."),
    "58B3": _(
        "If he withdraws a card that an opponent had already played after, that opponent may change his own card for this trick at no cost; see Law "
        "16C."
    ),
    "58B4": _("Once both sides have played to the next trick before anybody noticed, the trick may have too many cards and is put in order by Law 67."),
    "59": _("A player who has none of a required suit, only cards of a forbidden one, or must follow suit instead, plays any legal card and commits "
    "no fault."),
    "60": _(
        "A player who plays on after a wrong lead or play, before the director has dealt with it, may lose rights or gain duties; it matters which "
        "side he belongs to."
    ),
    "60A": _("A non-offending side that plays on too soon accepts the wrong play as it is; duties that the offenders had before remain."),
    "60A1": _(
        "A non-offender who plays after his right-hand opponent played too early or out of turn, before the matter is ruled, gives up his side's "
        "right to rectification."
    ),
    "60A2": _(
        "From then on the wrong play is treated like one made at its proper turn, unless a player whose lead it really was made his own lead, see "
        "Law 53."
    ),
    "60A3": _("A penalty card still to be played, or a restriction on leads or plays from before, continues to bind the offending side at its later turns."),
    "60B": _(
        "After declarer has been told to take back a wrong lead, a defender who plays before the new lead from the correct hand gets a major penalty "
        "card."
    ),
    "60C": _("If the offenders play on before the ruling, the other side keeps all its rights; the new card may have to be dealt with separately."),
    "61": _("Failing to follow suit or to play a card that is due, though able to, is a revoke. A player who suspects one may ask only as section B allows."),
    "61A": _(
        "It is a revoke to play another suit while holding the suit led, and also to withhold a card or suit that a law, or an opponent's choice "
        "under it, requires and one could play."
    ),
    "62": _("A revoke found before it is established must be put right: the wrong card comes back, a legal one is played, and later cards may change too."),
    "62B": _("The offender takes back the card of the revoke and plays a legal one. What becomes of the card taken back depends on whose it was."),
    "62B1": _("A card that a defender played from his concealed hand and takes back becomes a major penalty card and stays face up on the table."),
    "62B2": _(
        "A card of declarer or dummy, or one that a defender had face up already, is simply exchanged. If dummy had lost his rights, see Law 43B2b "
        "for declarer."
    ),
    "62C": _(
        "Cards that others played to the trick after the revoke may be changed: the non-offending side decides first, and only then may the "
        "offenders react."
    ),
    "62C1": _(
        "Both players of the non-offending side may take back what they played between the revoke and the moment it was pointed out; see Law 16C for "
        "what was learnt."
    ),
    "62D": _("The twelfth trick has rules of its own: a revoke on it can still be corrected after it was established, and no tricks move for it."),
    "62D1": _("Until all four hands are back in the board, a revoke found on this trick is put right, whether or not it was established."),
    "63": _("From a certain act of the offending side on, a revoke counts as established: it stays as it is, and Law 64 decides on tricks."),
    "63A": _(
        "One act of the offending side is enough: playing to the next trick, naming a card for it, or a claim or concession. What the other side "
        "plays does not count."
    ),
    "63A1": _("One card led or played by the offending side to the next trick is enough, even one out of turn or otherwise illegal."),
    "63A2": _(
        "Calling or pointing out a card for the next trick, by either player of the offending side, establishes the revoke before that card is even "
        "played."
    ),
}

CN1999 = {
    "53A": _(
        "The lead stands if an opponent says that he accepts it or the next hand plays to it, on any trick. Otherwise the correct hand leads. Law "
        "47E1 protects a player who was misled."
    ),
    "53B": _(
        "When declarer leads from a wrong hand and the defender sitting to the right of that hand plays, the lead stands; that defender has played "
        "before his partner, see Law 57."
    ),
    "53C": _(
        "An opponent whose lead it really was may lead as if nothing had happened. His lead stands, and cards wrongly played to the trick go back "
        "without penalty; for the defenders see Law 16C2."
    ),
    "55A": _(
        "Either defender may let the lead stand, by saying so or by playing next to it, or have it taken back. If an opponent misled declarer, see "
        "Law 47E1."
    ),
    "57A": _(
        "The early card becomes a major penalty card. Declarer picks one for the partner: his highest card of the suit led, his lowest, or no card "
        "of one other suit that declarer names."
    ),
    "57C": _(
        "A defender may play before his partner without penalty if both declarer and dummy have played already, or dummy played or suggested a card "
        "by himself. Dummy's singleton or touching cards do not count as played."
    ),
    "61B": _(
        "Declarer may ask a defender, defenders declarer, and dummy, if he kept his rights, declarer. Defenders may not ask each other unless the "
        "zone allows it. Asking opens no earlier trick to view."
    ),
    "62A": _("The player who finds that he has revoked owes a correction at once, as long as the revoke is not established."),
    "62C2": _(
        "Only after a non-offender has changed his card may the offender's partner also change his. If he is a defender, the card taken back becomes "
        "a penalty card; see Law 16C."
    ),
    "62D2": _("The partner of a defender who revoked, not having played yet and with two suits left, may not pick the card that the revoke could point to."),
    "63A3": _(
        "A claim or concession by either of the offending side, in words or by showing the hand, establishes the revoke; so does agreeing to one "
        "that the opponents made."
    ),
    "63B": _(
        "After a question that Law 61B forbids, a player who did revoke puts in a legal card, and Law 64 is applied as well, as though the revoke "
        "were established."
    ),
    "63C": _("An established revoke is left alone and the trick counts as it lies. Exceptions are the twelfth trick, Law 62D, and the case of Law 43B2b."),
}

WBF2017 = {
    "53A": _(
        "Before the thirteenth trick the lead stands if an opponent says that he accepts it or the next hand plays to it. Otherwise the correct hand "
        "leads. Law 47E1 protects a player who was misled."
    ),
    "53B": _(
        "If it was really an opponent's turn and the lead has not been accepted, he may make his own lead. It stands, and cards wrongly played to "
        "the trick may go back; Law 16C applies."
    ),
    "53C": _(
        "If the defender to the right of declarer's wrong lead plays to it, and that card is not a proper lead of his own, the lead stands; his early "
        "play falls under Law 57."
    ),
    "54E": _(
        "A player of declarer's side who tries to make the opening lead has not led: nobody may accept the card, and it is treated as exposed during "
        "the auction, see Law 24."
    ),
    "55A": _(
        "Either defender may accept the lead or have it taken back. If they disagree, the choice of the one who plays next after the wrong lead "
        "prevails. For a declarer who was misled see Law 47E1."
    ),
    "57A": _(
        "The early card becomes a major penalty card. Declarer picks one for the partner: his highest card of the suit led, his lowest, a card of "
        "another suit declarer names, or none of that suit."
    ),
    "57C": _(
        "A defender's early play has no consequences when declarer has already played from both hands or dummy acted by himself; and a card that "
        "declarer plays early stands."
    ),
    "57C1": _(
        "If declarer's hand and dummy have both played to the trick, a defender may play before his partner. Dummy's card counts only once declarer "
        "has called it or clearly indicated it."
    ),
    "57C2": _(
        "A defender is free of consequences if dummy, without an instruction, picked out a card before the hand on his right had played, or wrongly "
        "suggested one."
    ),
    "57C3": _("Declarer may not change a legal card that he put to a trick before its turn, from his hand or from dummy; leads are not meant here."),
    "57D": _(
        "A defender who tries to play while his right-hand opponent still has to must play that card at his own turn if it is legal; otherwise it "
        "becomes a major penalty card. Law 16 may apply."
    ),
    "61B": _(
        "When somebody has not followed suit, the others may ask him whether he has none left. Only one question is barred: dummy may not ask a "
        "defender."
    ),
    "61B1": _("Declarer may ask a defender who has not followed suit whether he still holds a card of the suit that was led."),
    "61B2": _("Dummy may put the question to his partner, but not to an opponent."),
    "61B2a": _("Dummy may ask declarer whether he has none of the suit led. If dummy has lost his rights by one of his acts, Law 43B2b tells what follows."),
    "61B2b": _("Dummy may not ask a defender about a revoke; if he does, Law 16B on unauthorised information may apply."),
    "61B3": _("Defenders may ask declarer, and also each other; but a question between partners may create unauthorised information."),
    "61C": _("Suspecting a revoke gives nobody the right to look at earlier tricks while play goes on; only the director can allow it, see Law 66C."),
    "62A": _("As soon as anybody points to a revoke that is not yet established, the player who made it must correct it."),
    "62C2": _(
        "Only after a non-offender has changed his card may the offending side's next player in turn also change his. A defender's card so taken "
        "back becomes a penalty card; see Law 16C."
    ),
    "62C3": _(
        "Two revokes on one trick, one by each side, are both put right as long as one side has not yet played to the next trick. What a defender "
        "takes back becomes a penalty card."
    ),
    "62D2": _("If a defender revokes before it was his partner's turn, the card taken back is subject to Law 16C: his partner may not use what it shows."),
    "63A4": _(
        "Agreeing to the opponents' claim or concession establishes it only when the side raised no objection before it called on another board or "
        "the round ended, see Law 69A."
    ),
    "63B": _(
        "An established revoke is left alone and the trick counts as it lies. Exceptions are the twelfth trick, Law 62D, and revokes by both sides "
        "on one trick, Law 62C3."
    ),
}
