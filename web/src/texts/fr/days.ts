const days = {
  'nav.days': 'Sans hâte',
  'days.title': 'Jouer sur plusieurs jours',
  'days.lead':
    'Une table sans hâte : pose tes cartes quand tu as le temps. Personne ne perd sa place avant la fin du délai.',
  'days.mine': 'Tes tables',
  'days.none':
    'Tu n’as pas encore de table sans hâte. Ouvres-en une, envoie le lien à des amis et reviens quand c’est ton tour.',
  'days.your_turn': 'À toi de jouer',
  'days.say_start': 'Qui commence ? Dis si tu veux bien',
  'days.waits': 'On attend {names}',
  'days.bots_play': 'Les bots jouent',
  'days.gathering': 'Pas encore distribué',
  'days.until': 'jusqu’à {when}',
  'days.open': 'Ouvrir une table sans hâte',
  'days.game': 'Jeu',
  'days.pace': 'Un tour peut durer',
  'days.pace.1': 'un jour',
  'days.pace.3': 'trois jours',
  'days.pace.0': 'autant qu’on veut',
  'days.pace_why': 'Passé le délai, un bot joue ce seul tour ; la place reste à toi.',
  'days.at.0': 'sans hâte',
  'days.at.1': 'un jour par tour',
  'days.at.3': 'trois jours par tour',
  'days.left': 'encore {time} pour ce tour',
  'days.lobby': 'Pas le temps de se réunir ? Jouez sur plusieurs jours.',
  'told.title': 'Être prévenu quand c’est ton tour',
  'told.lead':
    'Pour les tables sans hâte. Seulement quand la table n’est pas ouverte chez toi, et jamais avec une carte dedans.',
  'told.push': 'Un message dans ce navigateur',
  'told.push_none':
    'Ce navigateur ne peut pas recevoir de messages d’ici : il faut https et un navigateur qui offre Web Push.',
  'told.push_denied': 'Le navigateur n’autorise pas cette page à envoyer des messages. Autorise-la dans ses réglages.',
  'told.webhook': 'Un message ailleurs',
  'told.webhook_why': 'Une adresse à toi chez Discord ou Slack (un webhook), ou un sujet chez ntfy.',
  'told.url': 'Adresse',
  'told.save': 'Utiliser cette adresse',
  'told.remove': 'Retirer',
  'told.saved': 'Enregistré.',
  'call.title': 'Quand c’est ton tour',
  'call.lead':
    'Le titre de l’onglet et un point sur son icône le montrent toujours. Quand tu regardes ailleurs, en plus :',
  'call.sound': 'Un son',
  'call.vibrate': 'Vibration',
  'call.notify': 'Une notification',
  'call.days': 'Être prévenu page fermée',
};

export default days;
