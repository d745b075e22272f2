import type english from '../en/lessons';

export default {
  // The lessons
  'learn.title': 'Impara giocando',
  'learn.lead': 'Cinque minuti per gioco. Tu giochi, il gambero ti dice che cosa conta. Qui niente fa punteggio.',
  'learn.to_rules': 'Oppure leggi le regole, ognuna con qualcosa da provare',
  'learn.all': '← Tutti i giochi da imparare',
  'learn.title_of': 'Impara {game}',
  'learn.progress': 'A che punto sei',
  'learn.now_real': 'Ora una partita vera',
  'learn.read_rules': 'Leggi le regole',
  'learn.real.alone': 'Da solo',
  'learn.real.bots': 'Con due bot',
  'learn.real.easy': 'Contro un bot facile',
  'learn.real.hard': 'Contro uno forte',
  'learn.classic.short': 'Le pile, il passo indietro, parlare senza numeri',
  'learn.extreme.short': 'I comandi, quando conosci già il gioco classico',
  'learn.duel.short': 'Uno contro uno, e il regalo',
  'learn.tension.short': 'Conta, gioca, sii svelto',

  'learn.classic.1':
    'Benvenuto! Tu e un compagno volete giocare tutte le 98 carte. Due pile salgono da 1, due scendono da 100. Prendi il 4, poi la pila A: un passo piccolo, poco spazio perso.',
  'learn.classic.2':
    'Bene. Su una pila in salita ogni carta dev’essere più alta della precedente. Metti il 7 su A: i numeri tra 4 e 7 ora sono difficili da piazzare, ma sono soltanto due.',
  'learn.classic.3':
    'Due carte sono il minimo, e potresti continuare. Ma non hai altri passi piccoli: chiudi il turno e pesca.',
  'learn.classic.4':
    'Ahi: il compagno ha dovuto saltare a 47 su A. Ma tu hai il 37, esattamente dieci in meno, ed è l’unica via per tornare indietro. Mettilo su A. (Il 38 non va. Provalo!)',
  'learn.classic.5':
    'Ecco il passo indietro: dieci numeri di spazio riguadagnati. E sul 37 ci sta il 38, un passo di uno.',
  'learn.classic.6':
    'C scende e mostra 96. Il tuo nuovo 93 lì consuma solo tre numeri: si possono giocare più di due carte, e questo è un passo piccolo.',
  'learn.classic.7': 'Tre giocate. Basta così: chiudi il turno.',
  'learn.classic.8':
    'Hai il 39, la prossima per A. Un numero non si può dire, mai. Ma si può dire «lasciala a me». Dillo della pila A.',
  'learn.classic.9': 'Il compagno ti ha ascoltato e ha giocato su D. Metti il 39 su A.',
  'learn.classic.10': 'E l’88 su D, dove ne consuma solo tre.',
  'learn.classic.11': 'Chiudi il turno.',
  'learn.classic.end':
    'Il gioco è tutto qui. Se chi è di turno non può giocare due carte, è finita; con meno di dieci carte rimaste siete stati bravissimi, con nessuna l’avete battuto.',

  'learn.extreme.1':
    'Il gioco classico, ma 28 carte portano un comando. Hai il 13, un teschio: chi lo gioca deve coprirlo nello stesso turno. Mettilo su A.',
  'learn.extreme.2': 'Finché è scoperto il turno non può finire (prova). Coprilo con il 15.',
  'learn.extreme.3': 'Il teschio è coperto. Chiudi il turno.',
  'learn.extreme.4':
    'Il compagno ha giocato il silenzio su C: nessuno può parlare finché non è coperto. Ora metti il 20 su A: è un tre. In questo turno esattamente tre carte.',
  'learn.extreme.5': 'La seconda: 22 su A.',
  'learn.extreme.6': 'La terza carta chiude il turno da sola. Che sia quella giusta: il 66 su C copre il silenzio.',
  'learn.extreme.7':
    'Si può di nuovo parlare, ma ora su B c’è «una pila»: tutte le tue carte vanno su una sola pila, a tua scelta. Comincia con il 64 su C.',
  'learn.extreme.8': 'Ora il tuo turno appartiene a C; A per te è chiusa (prova). Continua con il 62.',
  'learn.extreme.9': 'Chiudi il turno.',
  'learn.extreme.10':
    'Il compagno l’ha coperta. Hai pescato il 27, uno stop: chiude il turno subito, anche con la prima carta. Mettilo su A.',
  'learn.extreme.end':
    'Una carta, e il turno era finito. I comandi lampo valgono per te e per un turno, quelli duraturi per tutti finché non sono coperti. Puoi dire quali comandi hai in mano; mai i numeri.',

  'learn.duel.1':
    'Due giocatori, ognuno con 58 carte, una pila in salita e una in discesa. Vince chi le gioca tutte per primo. Metti il 5 sulla tua pila in salita.',
  'learn.duel.2': 'E il 55 sulla tua pila in discesa, che parte da 60.',
  'learn.duel.3':
    'Almeno due carte, sempre. Chiudi il turno: se giochi solo sulle tue pile peschi due carte, per quante tu ne abbia giocate.',
  'learn.duel.4': 'Tocca di nuovo a te. Metti il 25 sulla tua pila in salita.',
  'learn.duel.5':
    'Ora un regalo. Una carta per turno può andare all’altro, se lo aiuta: 12 è più basso del suo 30. Mettilo sulla sua pila in salita. (Il 35 non aiuterebbe. Provalo!)',
  'learn.duel.6': 'Perché essere gentili? Perché dopo un regalo si pesca fino a sei. Chiudi il turno.',
  'learn.duel.7':
    'La tua pila in salita mostra 25 e hai pescato il 15: esattamente dieci in meno. È il passo indietro, permesso sulle tue pile.',
  'learn.duel.8': 'E subito sopra il 16.',
  'learn.duel.9': 'Chiudi il turno.',
  'learn.duel.end':
    'Tieni d’occhio la mano: chi in un turno non può giocare due carte ha perso. I regali la riempiono.',

  'learn.tension.1':
    'Qui non ci sono turni: si gioca tutti insieme. La tua mano resta coperta finché qualcuno dice via. Dillo tu.',
  'learn.tension.2': 'C’è un 5 con passo 2. Va bene 5 più o meno 2: un 3 o un 7. Premi il tuo 7.',
  'learn.tension.3':
    'L’altro è stato svelto: un 8 con passo 3. Cioè 5, oppure 11, e sopra il 10 si toglie dieci: 1. Premi il tuo 1. (Un 4 non va; prova, e aspetta un momento.)',
  'learn.tension.4':
    'Un 1 con passo 2: un 3, oppure 9, facendo il giro da sotto. Non hai né l’uno né l’altro. Pesca dal tuo mazzetto; si può sempre.',
  'learn.tension.5': 'Un 3! Premilo.',
  'learn.tension.6': 'Il 3 ha passo 1: 2 o 4. Premi il tuo 4, nessuno ti fa aspettare.',
  'learn.tension.7': 'In mezzo è arrivato un 7 con passo 2. 5 o 9: pesca ancora.',
  'learn.tension.8': 'Un 9: giocalo.',
  'learn.tension.end':
    'Tutto qui. L’ultimissima carta, finito il mazzetto, si gioca coperta, qualunque sia, e hai vinto. Gli avversari veri non ti aspettano.',

  'coach.strayed': 'Si può fare, ma non fa parte di questa lezione. Riprendila.',
  'coach.strayed_far': 'Si può fare, ma da qui la lezione non può continuare. Guardati intorno, o ricomincia.',
  'coach.wait': 'Un momento, gioca l’altro…',
  'coach.again': 'Ricomincia',
  'coach.try_too': 'Prova anche: {act}',

  'act.lay': '{card} sulla {pile}',
  'act.lay_now': 'gioca {card}',
  'act.end': 'chiudi il turno',
  'act.draw': 'pesca',
  'act.last': 'gioca coperta l’ultima carta',
  'act.go': 'di’ via',
  'act.eager': 'di’ che cominceresti volentieri',
  'act.chat': 'scrivi «{text}»',
  'act.say': '«{signal}» per la {pile}',
  'act.hold': 'di’ «ho in mano: {command}»',

  'board.label': 'Tavolo per provare',
  'board.beaten': 'Battuto: tutte le 98 carte sono sul tavolo!',
  'board.lost.stuck': 'Persa: manca una carta e nessuna va bene. {n|Rimane|Rimangono} {n} {n|carta|carte}.',
  'board.lost.fire': 'Persa: il fuoco non è stato coperto. {n|Rimane|Rimangono} {n} {n|carta|carte}.',
  'board.lost.skull': 'Persa: il teschio non è stato coperto.',
  'board.lost.three': 'Persa: a tre carte non si poteva arrivare.',
  'board.you_win': 'Hai vinto!',
  'board.they_win': 'Vince l’altro. Ti {n|rimane|rimangono} {n} {n|carta|carte}.',
  'board.lost_connection': 'La connessione è caduta; torna da sola.',
} satisfies Record<keyof typeof english, string>;
