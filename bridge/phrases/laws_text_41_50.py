"""What each section of Laws 41 to 50 says, in our own words: in both editions, in 1999 alone, in 2017 alone."""

from django.utils.translation import gettext_noop as _

BOTH = {
    "41": _("The defender on declarer's left leads face down; then come the questions, the lead is turned, dummy's hand is spread and the play is on."),
    "41A": _(
        "Once three passes end the auction, the defender on declarer's left leads face down. That card goes back into his hand only on the director's "
        "word, after an irregularity."
    ),
    "41B": _(
        "Before the lead is turned, declarer and the leader's partner may have the auction reviewed or a call explained. At his first turn, before he "
        "plays, declarer or a defender may still ask for a review; explanations at any turn of his."
    ),
    "41C": _(
        "The lead is turned when the questions are done. When it is too late for a review, a player whose turn it is may still ask what the contract is "
        "and whether it is doubled, but not by whom."
    ),
    "41D": _(
        "When the lead is face up, dummy lays out all his cards in columns towards declarer, by suit and rank, trumps on his own right. From then on "
        "declarer plays both hands."
    ),
    "42": _("Some rights dummy has at all times; others he has only as long as he has not looked at another player's cards in a way that Law 43A2 forbids."),
    "42A": _(
        "Whatever he has done before, dummy may tell the director facts and law when the director is there, may count the tricks of both sides, and puts "
        "out the cards that declarer names."
    ),
    "42B": _(
        "Dummy may ask declarer about a revoke, try to prevent irregularities and report them after the play. If he has broken a limit of Law 43A2, "
        "asking or warning may cost his side."
    ),
    "42B1": _("When declarer does not follow suit, dummy may ask him whether he has a card of that suit left. Dummy may not put this question to a "
    "defender."),
    "42B3": _("When the last card of the board has been played, dummy may report any irregularity that he noticed during it, by either side."),
    "43": _(
        "Outside his rights under Law 42 dummy keeps out of the play and away from the other hands. Breaking these limits may bring a penalty and take "
        "rights away."
    ),
    "43A": _(
        "There are two kinds of limits: on speaking and taking part during the play, and on looking at another player's cards, which also costs dummy his "
        "qualified rights."
    ),
    "43A1": _(
        "During the play dummy does not call the director by himself, does not point out an irregularity, and neither takes part in the play nor says "
        "anything about it to declarer."
    ),
    "43A1b": _("While the cards are being played dummy may not be the one who points out that something has gone wrong; he waits until the board is over."),
    "43A1c": _("Dummy takes no decision about the play and lets declarer know nothing about it by word, gesture or manner."),
    "43A2": _(
        "Dummy may not swap hands with declarer, leave his seat to watch him play, or look into a defender's hand of his own accord. After doing so he no "
        "longer warns and asks freely."
    ),
    "43A2a": _("Dummy and declarer may not give each other their hands to look at."),
    "43A2b": _("Dummy may not get up from his place to see declarer's hand and follow his play of the board."),
    "43A2c": _(
        "Dummy may not by his own choice look at the face of any card in a defender's hand. A card that comes into his sight without his doing is no "
        "breach."
    ),
    "43B": _(
        "For any breach the director may fine dummy's side. If dummy has looked at another player's cards, what he does afterwards has consequences of "
        "its own."
    ),
    "43B1": _("For breaking any of the limits, of speaking or of looking, the director may give a procedural penalty under Law 90."),
    "43B2": _("Once dummy has broken a limit of Law 43A2, a warning to declarer or a first question about a revoke is held against declarer's side."),
    "43B2a": _(
        "If dummy then warns declarer that he is about to lead from the wrong hand, either defender may say from which of the two hands declarer leads."
    ),
    "43B2b": _(
        "If dummy then is first to ask declarer about a revoke, and it was one, declarer changes to a correct card, and tricks are moved under Law 64 as "
        "though the revoke were established."
    ),
    "44": _("One player leads, the other three follow in clockwise turn, and four cards make a trick. Whoever wins it leads to the next."),
    "44A": _("The player on lead may choose any card of his hand, unless an irregularity of his side has put a restriction on his lead."),
    "44B": _("After the lead each of the other players in turn puts one card to it, and these four cards are the trick."),
    "44C": _(
        "Whoever holds a card of the suit led must play one. This duty comes before every other duty in the laws, that of playing a penalty card included."
    ),
    "44D": _("A player without a card of the suit led may discard or ruff as he likes, unless an irregularity of his side restricts what he may play."),
    "44E": _("If one or more trumps were played to the trick, the highest of these trumps wins it."),
    "44F": _("If the trick contains no trump, the highest card of the suit that was led wins it; discards of other suits never win."),
    "44G": _("The hand that won the last trick leads to the next one; if that is dummy, declarer leads from dummy."),
    "45": _("A card is played by putting it face up on the table or, from dummy, by naming it. Some cards count as played even if the player did not "
    "mean it."),
    "45A": _(
        "Everybody but dummy plays by taking a card from his hand and laying it face up in front of himself. The opening lead is laid face down at first."
    ),
    "45C": _("A card counts as played when it was shown, placed, touched or named in the ways listed here, and its owner may not change his mind."),
    "45C1": _(
        "If a defender holds a card so that his partner could see its face, he must play it to this trick. If he has already played to the trick, Law 45E "
        "applies."
    ),
    "45C2": _(
        "A card from declarer's hand is played if it touches or almost touches the table face up, or if he holds it as one holds a played card. That a "
        "defender saw it is not enough."
    ),
    "45C3": _("A card of dummy that declarer touches on purpose is played, unless he was putting the cards in order or reaching for one beside it."),
    "45C4": _("A player who says which card he plays is held to it, but a slip may be changed in time."),
    "45C4a": _("The card that a player names, or points out in another way, as the one he wants to play has to be played."),
    "45C5": _("A defender may be obliged to play his penalty card, be it a minor or a major one. Law 50 says when."),
    "45E": _(
        "A player has put a second card of his own to the same trick. Unless the director finds that it was meant as a lead, it does not stay in the "
        "trick."
    ),
    "45E1": _(
        "A defender's extra card becomes a penalty card under Law 50. If the director takes it for a lead to the next trick, he treats it as a lead out "
        "of turn."
    ),
    "45E2": _(
        "An extra card from declarer's hand or from dummy goes back and nothing follows. If the director takes it for a lead, Law 55 on leads out of turn "
        "applies."
    ),
    "45F": _(
        "Dummy touches his cards only to put them in order, and points to none before declarer names it. If he does, call the director: play goes on, and "
        "the score may be adjusted if the hint damaged the defenders."
    ),
    "45G": _("Everybody leaves his card face up until all four hands have played to the trick; only then is it turned over."),
    "46": _("This law tells which card of dummy is played when declarer names it incompletely or names one that cannot be played."),
    "46A": _("Declarer names both the suit and the rank of the card that he wants from dummy."),
    "46B": _("Shortened orders have the fixed meanings listed here. They give way only when it is beyond doubt that declarer meant something else."),
    "46B2": _("If declarer names a suit and no rank, dummy plays the lowest card of that suit."),
    "46B3": _("If declarer names a rank and no suit, it depends on whether dummy is leading, and on how many cards of that rank can legally be played."),
    "46B3a": _("When dummy is to lead after winning a trick, a bare rank means a card of the suit in which he won it, if he has that rank there."),
    "46B3b": _("Otherwise dummy plays the card of that rank that is legal. If more than one is, declarer must say which he means."),
    "46B4": _("A call for a card that dummy does not hold counts for nothing. Declarer calls again, for whichever card he likes of those that are legal."),
    "46B5": _("If declarer says play anything or shows that he does not care, either defender may choose dummy's card."),
    "47": _("A played card stays played, except in the cases listed here."),
    "47A": _("A card comes back when the ruling on an irregularity demands it. If it is a defender's, it may become a penalty card."),
    "47B": _(
        "A card that was not legal, or one too many played at the same time, comes back to put the play right. A defender's card may become a penalty "
        "card."
    ),
    "47C": _("A card named by mistake goes back without more where Law 45C4b lets the player change it."),
    "47D": _(
        "When an opponent has changed his card, whoever played after it may change his own without more. What the withdrawn cards showed is governed by "
        "Law 16C."
    ),
    "47E": _("A card played because an opponent gave wrong information, about whose turn it was or about what a call or play meant, may come back in time."),
    "47E2": _(
        "When a player chose his card on an opponent's wrong explanation, it depends on whether somebody has played after him and, for the opening lead, "
        "on whether dummy has shown a card."
    ),
    "47E2a": _("He may change the card as long as nobody has played to the trick after him. An opening lead may not be changed once dummy has faced "
    "any card."),
    "47E2b": _(
        "Once somebody has played after him, or dummy has faced a card, the card stays; the director considers an adjusted score if the wrong explanation "
        "did damage."
    ),
    "48": _("Declarer's side pays nothing for showing its own cards, but declarer who faces his hand may be claiming."),
    "48A": _(
        "A card that declarer shows or drops goes back into his hand and need not be played. However they come to be seen, his cards and dummy's are not "
        "penalty cards."
    ),
    "48B": _("If declarer lays his hand open, it matters whether he does so right after an opening lead out of turn or at another time."),
    "48B1": _("If he does so after an opening lead out of turn, it is no claim: he is accepting the lead and becoming dummy, under Law 54."),
    "48B2": _("If he does so at any other time, the director may treat it as a claim or concession under Law 68, unless it is plain that he meant none."),
    "50": _(
        "A defender's card shown too early is a penalty card unless the director says otherwise. If the defender could have known that showing it would "
        "help his side, the score may be adjusted."
    ),
    "50A": _("A penalty card lies face up in front of its owner until it is played or declarer's choice lets him pick it up."),
    "50B": _(
        "One card below the ten shown by accident is minor. An honour, or a card played on purpose (a lead out of turn, a withdrawn revoke), is major; of "
        "two in one hand both are major."
    ),
    "50D": _("A major penalty card binds its owner whenever it is his turn to play, and his partner whenever the partner is to lead."),
    "50D2": _(
        "The partner of a defender with a major penalty card waits with his lead until declarer has chosen. If he leads too soon, his card may itself "
        "become a penalty card."
    ),
    "50D2a": _(
        "Declarer may require a lead of the penalty card's suit, or forbid it for as long as this defender keeps the lead. Either way the card is picked "
        "up and is no longer a penalty card."
    ),
    "50D2b": _(
        "If declarer makes no demand, the defender leads what he likes. The card stays on the table as a penalty card, and declarer has the choice again "
        "at the partner's next lead."
    ),
}

CN1999 = {
    "42B2": _(
        "Dummy may speak up to stop declarer before declarer commits an irregularity, such as a lead from the wrong hand. After it has happened he keeps "
        "silent until the play is over."
    ),
    "43B3": _(
        "If dummy, having lost his rights, is first to point out a defender's irregularity, the defenders are not penalized. If they gained directly by "
        "it, the director adjusts the score for both sides."
    ),
    "43C": _(
        "A dummy who has looked at another player's cards saves the defenders their penalty by being first to name their irregularity; only a direct gain "
        "is taken from them by an adjusted score."
    ),
    "45C4b": _(
        "A player who named a card by oversight may change it without penalty if he does so without a pause for thought. The opponent next to play, if he "
        "has already played, may then change his card too."
    ),
    "45D": _(
        "A card that dummy puts out unnamed goes back if noticed before both sides have played to the next trick. A defender may change what he played in "
        "between; if declarer's right-hand opponent does, so may declarer."
    ),
    "46B1": _(
        "High calls for the highest card of the suit, though from dummy as fourth hand the lowest card that wins the trick may be assumed. Low calls for "
        "the lowest card of the suit."
    ),
    "47E1": _(
        "A player who led out of turn because an opponent told him it was his lead may take the card back without penalty; his left-hand opponent may not "
        "accept it."
    ),
    "47F": _("Where none of the cases before it applies, a card once played stays on the table."),
    "49": _(
        "A defender's card becomes a penalty card if his partner could have seen its face outside the ordinary play, or if he says that he holds it. "
        "Remarks about the trick in progress fall under the note to Law 68."
    ),
    "50C": _(
        "Until it is played, its owner plays no other card of that suit below the ten; an honour he may play. His partner leads freely, but what he "
        "learns from seeing the card is unauthorised."
    ),
    "50D1": _(
        "Its owner plays it at his first legal chance; of several, declarer names one. Following suit and lead or play restrictions come first. His "
        "partner may know that it must be played, but nothing else from seeing it."
    ),
}

WBF2017 = {
    "42A3": _("Dummy puts out the card declarer calls for and sees to it that his own hand follows suit. If he hints at a card himself, Law 45F applies."),
    "42B2": _(
        "Dummy may speak up to stop any player before that player commits an irregularity. After it has happened he keeps silent until the play is over."
    ),
    "43A3": _("A defender, too, keeps his cards to himself: he may not hold out his hand for dummy to see."),
    "43B3": _(
        "If dummy, having lost his rights, is first to point out a defender's irregularity, play goes on as if nothing had happened. Afterwards the "
        "director looks under Law 12B1 at whether the defenders gained."
    ),
    "45C4b": _(
        "Declarer may correct a slip of the tongue in naming dummy's card until he next plays from either hand; a lapse of concentration or a second "
        "thought does not count. An opponent who has played to it may change his card."
    ),
    "45D": _(
        "When dummy puts out a card that declarer did not name, the question is whether both sides have played to the next trick: until then it goes "
        "back, afterwards it stays."
    ),
    "45D1": _(
        "Until both sides have played to the next trick, the wrong card goes back. A defender may change a card played between the error and its "
        "discovery; if declarer's right-hand opponent does so, declarer may change his later card too."
    ),
    "45D2": _(
        "After that all cards stay as they lie and play goes on. A hand that did not follow to the wrong card led, or a dummy that did not follow, may "
        "have revoked: Law 64."
    ),
    "46B1": _("Words that give no rank but only a wish, such as high, win or low, have a fixed meaning for each kind, in the suit led."),
    "46B1a": _("If declarer says high or something like it, dummy plays his highest card of the suit led, in whatever place he plays."),
    "46B1b": _("If declarer tells dummy to win the trick, dummy plays the lowest card that is known to win it."),
    "46B1c": _("If declarer says low, small, duck or something like it, dummy plays his lowest card of the suit led."),
    "47E1": _(
        "A player who led or played because an opponent wrongly told him it was his turn takes the card back and nothing follows. The next player may not "
        "accept it, and it does not establish a revoke."
    ),
    "47F": _("Beyond the cases before, a card comes back only where Law 53B lets it; every other card stays played."),
    "47F1": _("When an opponent makes his proper lead in place of a lead out of turn, the cards wrongly put to that trick may go back, as Law 53B says."),
    "47F2": _("A card for which no part of this law gives leave to take it back stays played, whatever its owner meant."),
    "49": _(
        "A defender's card becomes a penalty card if his partner could have seen its face outside the ordinary play, or if he says that he holds it. "
        "Remarks about the trick in progress, and a concession to which partner objects, fall under Law 68."
    ),
    "50C": _(
        "Until it is played, its owner plays no other card of that suit below the ten; an honour he may play. His partner leads freely; which use may be "
        "made of the card seen is said in Law 50E."
    ),
    "50D1": _(
        "The owner of the card plays it as soon as that is legal. Following suit and obeying a lead or play restriction come first; the card then stays "
        "on the table for his next turn."
    ),
    "50D1a": _(
        "The first legal chance counts whether it is a lead, following suit, a discard or a ruff. If two or more penalty cards could be played, declarer "
        "says which."
    ),
    "50E": _(
        "Whether players may use what a penalty card shows depends on whether it still lies on the table; any gain of the defenders from it is looked at "
        "after the play."
    ),
    "50E1": _("As long as the penalty card lies there, all four players may use the sight of it and the knowledge of when it must be played."),
    "50E2": _("After the card has gone back to hand, knowing it is unauthorised information for its owner's partner, while declarer may use it."),
    "50E3": _(
        "If the result could well have been different without the help of the exposed card, and the other side is damaged, the director adjusts the score "
        "to what was probable had it had no effect."
    ),
}
