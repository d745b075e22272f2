import type english from '../en/lessons';

export default {
  // The lessons
  'learn.title': 'Apprendre en jouant',
  'learn.lead': 'Cinq minutes par jeu. Tu joues, l’écrevisse te dit l’essentiel. Rien ne compte ici.',
  'learn.to_rules': 'Ou lis les règles, chacune avec quelque chose à essayer',
  'learn.all': '← Tous les jeux à apprendre',
  'learn.title_of': 'Apprendre {game}',
  'learn.progress': 'Où tu en es',
  'learn.now_real': 'Maintenant, une vraie partie',
  'learn.read_rules': 'Lire les règles',
  'learn.real.alone': 'En solo',
  'learn.real.bots': 'Avec deux bots',
  'learn.real.easy': 'Contre un bot facile',
  'learn.real.hard': 'Contre un bot fort',
  'learn.classic.short': 'Les piles, le recul, parler sans nombres',
  'learn.extreme.short': 'Les consignes, une fois le jeu classique connu',
  'learn.duel.short': 'Un contre un, et le cadeau',
  'learn.tension.short': 'Compter, poser, faire vite',

  'learn.classic.1':
    'Bienvenue ! Avec ton partenaire, tu veux poser les 98 cartes. Deux piles montent depuis 1, deux descendent depuis 100. Prends ton 4, puis la pile A : un petit pas, peu de place perdue.',
  'learn.classic.2':
    'Bien. Sur une pile montante, chaque carte doit être plus haute que la précédente. Pose le 7 sur A : les nombres entre 4 et 7 seront durs à placer, mais il n’y en a que deux.',
  'learn.classic.3':
    'Deux cartes, c’est le minimum, et tu pourrais continuer. Mais tu n’as plus d’autre petit pas : finis ton tour et pioche.',
  'learn.classic.4':
    'Aïe : ton partenaire a dû sauter à 47 sur A. Mais tu as le 37, exactement dix de moins, et c’est le seul moyen de revenir. Pose-le sur A. (Le 38 n’irait pas. Essaie !)',
  'learn.classic.5': 'C’est le recul : dix nombres de regagnés. Et sur 37 va le 38, un pas de un.',
  'learn.classic.6':
    'C descend et montre 96. Ton nouveau 93 n’y prend que trois nombres : tu peux poser plus de deux cartes, et celle-ci est un petit pas.',
  'learn.classic.7': 'Trois de posées. Ça suffit : finis ton tour.',
  'learn.classic.8':
    'Tu as le 39, la suivante pour A. Jamais tu ne peux dire un nombre. Mais tu peux dire « laisse-la-moi ». Dis-le pour la pile A.',
  'learn.classic.9': 'Bien entendu : ton partenaire a joué sur D. Pose ton 39 sur A.',
  'learn.classic.10': 'Et le 88 sur D, où il ne prend que trois.',
  'learn.classic.11': 'Finis ton tour.',
  'learn.classic.end':
    'Voilà tout le jeu. Si la personne qui joue ne peut pas poser deux cartes, c’est fini ; avec moins de dix cartes restantes c’est brillant, avec aucune le jeu est battu.',

  'learn.extreme.1':
    'Le jeu classique, mais 28 cartes portent une consigne. Tu as le 13, une tête de mort : qui la pose doit la couvrir pendant le même tour. Pose-la sur A.',
  'learn.extreme.2': 'Tant qu’elle est découverte, le tour ne peut pas finir (essaie). Couvre-la avec le 15.',
  'learn.extreme.3': 'La tête de mort est couverte. Finis ton tour.',
  'learn.extreme.4':
    'Ton partenaire a posé le silence sur C : plus personne ne parle tant qu’il n’est pas couvert. Maintenant pose ton 20 sur A : un trois. Exactement trois cartes ce tour.',
  'learn.extreme.5': 'La deuxième : 22 sur A.',
  'learn.extreme.6': 'La troisième carte finit le tour toute seule. Choisis bien : 66 sur C couvre le silence.',
  'learn.extreme.7':
    'On peut reparler, mais B montre « une pile » : toutes tes cartes vont sur une même pile, à ton choix. Commence par 64 sur C.',
  'learn.extreme.8': 'Maintenant ton tour se joue sur C ; A t’est fermée (essaie). Continue avec 62.',
  'learn.extreme.9': 'Finis ton tour.',
  'learn.extreme.10':
    'Ton partenaire l’a couverte. Tu as pioché le 27, un stop : il finit le tour aussitôt, même à la première carte. Pose-le sur A.',
  'learn.extreme.end':
    'Une carte, et c’était fini. Les consignes éclair te lient pour un tour, les durables lient tout le monde jusqu’à ce qu’on les couvre. Tu peux dire quelles consignes tu as ; jamais les nombres.',

  'learn.duel.1':
    'Deux joueurs, chacun avec 58 cartes, une pile montante et une descendante. Qui pose tout le premier gagne. Pose ton 5 sur ta pile montante.',
  'learn.duel.2': 'Et le 55 sur ta pile descendante, qui part de 60.',
  'learn.duel.3':
    'Deux cartes au moins, toujours. Finis ton tour : si tu n’as joué que sur tes piles, tu en pioches deux, peu importe combien tu en as posé.',
  'learn.duel.4': 'Encore à toi. Pose le 25 sur ta pile montante.',
  'learn.duel.5':
    'Maintenant, un cadeau. Une carte par tour peut aller en face, si elle aide : 12 est plus bas que son 30. Pose-le sur sa pile montante. (35 n’aiderait pas. Essaie !)',
  'learn.duel.6': 'Pourquoi être gentil ? Parce qu’après un cadeau tu remontes à six cartes. Finis ton tour.',
  'learn.duel.7':
    'Ta pile montante montre 25, et tu as pioché le 15 : exactement dix de moins. C’est le recul, permis sur tes propres piles.',
  'learn.duel.8': 'Et le 16 juste dessus.',
  'learn.duel.9': 'Finis ton tour.',
  'learn.duel.end':
    'Surveille ta main : qui ne peut pas poser deux cartes dans son tour a perdu. Les cadeaux la remplissent.',

  'learn.tension.1':
    'Pas de tours ici : tout le monde joue en même temps. Ta main reste cachée jusqu’au top. Donne-le.',
  'learn.tension.2': 'Il y a un 5 avec un pas de 2. Ce qui va, c’est 5 plus ou moins 2 : un 3 ou un 7. Touche ton 7.',
  'learn.tension.3':
    'En face, on a fait vite : un 8 avec un pas de 3. Donc 5, ou 11, et au-dessus de 10 on enlève dix : 1. Touche ton 1. (Un 4 ne va pas ; essaie, et attends un instant.)',
  'learn.tension.4':
    'Un 1 avec un pas de 2 : un 3, ou 9 en faisant le tour par le bas. Tu n’as ni l’un ni l’autre. Pioche ; on peut toujours.',
  'learn.tension.5': 'Un 3 ! Touche-le.',
  'learn.tension.6': 'Le 3 a un pas de 1 : 2 ou 4. Touche ton 4, rien ne t’oblige à attendre.',
  'learn.tension.7': 'Un 7 avec un pas de 2 est arrivé entre-temps. 5 ou 9 : pioche encore.',
  'learn.tension.8': 'Un 9 : pose-le.',
  'learn.tension.end':
    'C’est tout. Ta toute dernière carte, une fois ta pioche vide, tu la poses face cachée, peu importe laquelle, et tu as gagné. De vrais adversaires ne t’attendent pas.',

  'coach.strayed': 'C’est permis, mais ça ne fait pas partie de la leçon. Reprends-la.',
  'coach.strayed_far': 'C’est permis, mais la leçon ne peut pas continuer d’ici. Regarde un peu, ou recommence.',
  'coach.wait': 'Un instant, l’autre joue…',
  'coach.again': 'Recommencer',
  'coach.try_too': 'Essaie aussi : {act}',

  'act.lay': '{card} sur {pile}',
  'act.lay_now': 'poser le {card}',
  'act.end': 'finir le tour',
  'act.draw': 'piocher',
  'act.last': 'poser la dernière carte face cachée',
  'act.go': 'donner le top',
  'act.eager': 'dire que tu aimerais commencer',
  'act.chat': 'écrire « {text} »',
  'act.say': '« {signal} » pour {pile}',
  'act.hold': 'dire « j’ai en main : {command} »',

  'board.label': 'Table d’essai',
  'board.beaten': 'Battu : les 98 cartes sont posées !',
  'board.lost.stuck': 'Perdu : il faut poser une carte et aucune ne va. {n} {n|carte restante|cartes restantes}.',
  'board.lost.fire': 'Perdu : le feu n’a pas été couvert. {n} {n|carte restante|cartes restantes}.',
  'board.lost.skull': 'Perdu : la tête de mort n’a pas été couverte.',
  'board.lost.three': 'Perdu : impossible d’arriver à trois cartes.',
  'board.you_win': 'Tu gagnes !',
  'board.they_win': 'L’autre gagne. Il te reste {n} {n|carte|cartes}.',
  'board.lost_connection': 'Connexion perdue ; elle reviendra toute seule.',
} satisfies Record<keyof typeof english, string>;
