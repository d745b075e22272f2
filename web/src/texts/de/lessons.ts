import type english from '../en/lessons';

export default {
  // The lessons
  'learn.title': 'Lernen durch Spielen',
  'learn.lead': 'Fünf Minuten pro Spiel. Du spielst, der Krebs sagt dir, worauf es ankommt. Nichts davon zählt.',
  'learn.to_rules': 'Oder lies die Regeln, jede mit etwas zum Ausprobieren',
  'learn.all': '← Alle Spiele zum Lernen',
  'learn.title_of': '{game} lernen',
  'learn.progress': 'Wie weit du bist',
  'learn.now_real': 'Jetzt eine echte Partie',
  'learn.read_rules': 'Regeln lesen',
  'learn.real.alone': 'Allein',
  'learn.real.bots': 'Mit zwei Bots',
  'learn.real.easy': 'Gegen einen leichten Bot',
  'learn.real.hard': 'Gegen einen starken',
  'learn.classic.short': 'Stapel, Rückwärtstrick, reden ohne Zahlen',
  'learn.extreme.short': 'Befehle, wenn du das Grundspiel kennst',
  'learn.duel.short': 'Zu zweit gegeneinander, mit Geschenken',
  'learn.tension.short': 'Rechnen, legen, schnell sein',

  'learn.classic.1':
    'Willkommen! Zu zweit wollt ihr alle 98 Karten legen. Zwei Stapel steigen von 1 auf, zwei von 100 ab. Nimm deine 4, dann Stapel A: ein kleiner Schritt, kaum Luft verbraucht.',
  'learn.classic.2':
    'Gut. Auf einem aufsteigenden Stapel muss jede Karte höher sein als die vorige. Leg die 7 auf A: Die Zahlen zwischen 4 und 7 wird man jetzt schwer los, aber es sind nur zwei.',
  'learn.classic.3':
    'Zwei Karten sind Pflicht, du könntest weiterlegen. Aber kleine Schritte hast du keine mehr: Beende deinen Zug und zieh nach.',
  'learn.classic.4':
    'Autsch: Auf A musste auf die 47 gesprungen werden. Aber du hast die 37, genau zehn weniger, und das ist der einzige Weg zurück. Leg sie auf A. (Die 38 ginge nicht. Probier es!)',
  'learn.classic.5':
    'Das ist der Rückwärtstrick: zehn Zahlen Luft gewonnen. Und auf die 37 passt die 38, ein Schritt von eins.',
  'learn.classic.6':
    'C geht abwärts und zeigt 96. Deine neue 93 verbraucht dort nur drei Zahlen: Du darfst mehr als zwei Karten legen, und das ist ein kleiner Schritt.',
  'learn.classic.7': 'Drei gelegt. Das reicht: Beende deinen Zug.',
  'learn.classic.8':
    'Du hast die 39, die nächste für A. Eine Zahl darfst du nie sagen. Aber du darfst sagen: „lass ihn mir“. Sag das über Stapel A.',
  'learn.classic.9': 'Man hat auf dich gehört und auf D gelegt. Leg deine 39 auf A.',
  'learn.classic.10': 'Und die 88 auf D, wo sie nur drei verbraucht.',
  'learn.classic.11': 'Beende deinen Zug.',
  'learn.classic.end':
    'Das ist das ganze Spiel. Wer dran ist und keine zwei Karten legen kann, beendet es. Bleiben weniger als zehn Karten übrig, wart ihr hervorragend; bleibt keine, habt ihr es besiegt.',

  'learn.extreme.1':
    'Das Grundspiel, aber 28 Karten tragen einen Befehl. Du hast die 13, einen Totenkopf: Wer ihn legt, muss ihn im selben Zug zudecken. Leg ihn auf A.',
  'learn.extreme.2': 'Solange er offen liegt, kann der Zug nicht enden (probier es). Deck ihn mit der 15 zu.',
  'learn.extreme.3': 'Der Totenkopf ist zugedeckt. Beende deinen Zug.',
  'learn.extreme.4':
    'Auf C liegt jetzt ein Schweigen: Niemand darf reden, bis es zugedeckt ist. Leg deine 20 auf A: eine Drei. Genau drei Karten in diesem Zug.',
  'learn.extreme.5': 'Die zweite: 22 auf A.',
  'learn.extreme.6':
    'Die dritte Karte beendet den Zug von selbst. Nimm eine gute: Die 66 auf C deckt das Schweigen zu.',
  'learn.extreme.7':
    'Ihr dürft wieder reden, aber nun zeigt B „Ein Stapel“: Alle deine Karten kommen auf einen Stapel deiner Wahl. Fang mit der 64 auf C an.',
  'learn.extreme.8': 'Dein Zug gehört jetzt C; A ist dir verschlossen (probier es). Weiter mit der 62.',
  'learn.extreme.9': 'Beende deinen Zug.',
  'learn.extreme.10':
    'Der Befehl ist zugedeckt. Du hast die 27 gezogen, einen Stopp: Er beendet den Zug sofort, auch mit der ersten Karte. Leg ihn auf A.',
  'learn.extreme.end':
    'Eine Karte, und du warst fertig. Blitzbefehle binden dich für einen Zug, Dauerbefehle binden alle, bis sie zugedeckt sind. Welche Befehle du hast, darfst du sagen; die Zahlen nie.',

  'learn.duel.1':
    'Zwei Spieler, jeder mit 58 Karten, einer aufsteigenden und einer absteigenden Reihe. Wer zuerst alle Karten gelegt hat, gewinnt. Leg deine 5 auf deine aufsteigende Reihe.',
  'learn.duel.2': 'Und die 55 auf deine absteigende Reihe, die bei 60 beginnt.',
  'learn.duel.3':
    'Immer mindestens zwei Karten. Beende deinen Zug: Wer nur auf die eigenen Reihen legt, zieht zwei, egal wie viele es waren.',
  'learn.duel.4': 'Du bist wieder dran. Leg die 25 auf deine aufsteigende Reihe.',
  'learn.duel.5':
    'Jetzt ein Geschenk. Eine Karte pro Zug darf nach drüben, wenn sie dort hilft: 12 ist niedriger als die 30. Leg sie drüben auf die aufsteigende Reihe. (Die 35 würde nicht helfen. Probier es!)',
  'learn.duel.6': 'Warum so nett? Weil du nach einem Geschenk auf sechs Karten nachziehst. Beende deinen Zug.',
  'learn.duel.7':
    'Deine aufsteigende Reihe zeigt 25, und du hast die 15 gezogen: genau zehn weniger. Das ist der Rückwärtstrick, erlaubt auf deinen eigenen Reihen.',
  'learn.duel.8': 'Und gleich die 16 darauf.',
  'learn.duel.9': 'Beende deinen Zug.',
  'learn.duel.end':
    'Behalte deine Hand im Auge: Wer in einem Zug keine zwei Karten legen kann, hat verloren. Geschenke füllen sie wieder auf.',

  'learn.tension.1':
    'Hier gibt es keine Züge: Alle spielen gleichzeitig. Deine Hand bleibt verdeckt, bis jemand „Los!“ sagt. Sag es.',
  'learn.tension.2': 'Da liegt eine 5 mit Schritt 2. Es passt 5 plus oder minus 2: eine 3 oder eine 7. Drück deine 7.',
  'learn.tension.3':
    'Drüben war man schnell: eine 8 mit Schritt 3. Also 5 oder 11, und über 10 ziehst du zehn ab: 1. Drück deine 1. (Eine 4 passt nicht; probier es, und warte kurz.)',
  'learn.tension.4':
    'Eine 1 mit Schritt 2: eine 3, oder unten herum eine 9. Du hast keine von beiden. Zieh von deinem Stapel; das darfst du immer.',
  'learn.tension.5': 'Eine 3! Drück sie.',
  'learn.tension.6': 'Die 3 hat Schritt 1: 2 oder 4. Drück deine 4, du musst auf niemanden warten.',
  'learn.tension.7': 'Eine 7 mit Schritt 2 kam dazwischen. 5 oder 9: Zieh noch einmal.',
  'learn.tension.8': 'Eine 9: Leg sie.',
  'learn.tension.end':
    'Das war es schon. Ist dein Stapel leer, legst du deine allerletzte Karte verdeckt, welche es auch ist, und hast gewonnen. Echte Gegner warten nicht auf dich.',

  'coach.strayed': 'Das ist erlaubt, gehört aber nicht zu dieser Lektion. Nimm es zurück.',
  'coach.strayed_far': 'Das ist erlaubt, aber von hier geht die Lektion nicht weiter. Sieh dich um oder fang neu an.',
  'coach.wait': 'Moment, gerade wird drüben gespielt…',
  'coach.again': 'Neu anfangen',
  'coach.try_too': 'Probier auch: {act}',

  'act.lay': '{card} auf {pile}',
  'act.lay_now': '{card} legen',
  'act.end': 'Zug beenden',
  'act.draw': 'ziehen',
  'act.last': 'die letzte Karte verdeckt legen',
  'act.go': '„Los!“ sagen',
  'act.eager': 'sagen, dass du anfangen willst',
  'act.chat': '„{text}“ schreiben',
  'act.say': '„{signal}“ zu {pile}',
  'act.hold': '„Ich habe: {command}“ sagen',

  'board.label': 'Tisch zum Ausprobieren',
  'board.beaten': 'Besiegt: Alle 98 Karten liegen!',
  'board.lost.stuck': 'Verloren: Es fehlt eine Karte und keine passt. {n} {n|Karte|Karten} übrig.',
  'board.lost.fire': 'Verloren: Das Feuer wurde nicht zugedeckt. {n} {n|Karte|Karten} übrig.',
  'board.lost.skull': 'Verloren: Der Totenkopf wurde nicht zugedeckt.',
  'board.lost.three': 'Verloren: Drei Karten waren nicht zu schaffen.',
  'board.you_win': 'Du gewinnst!',
  'board.they_win': 'Die andere Seite gewinnt. Du hast noch {n} {n|Karte|Karten}.',
  'board.lost_connection': 'Die Verbindung ist weg; sie kommt von selbst wieder.',
} satisfies Record<keyof typeof english, string>;
