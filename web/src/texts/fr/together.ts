/** Playing together: codes, changing a table, one device, people one knows, spectators. */
export default {
  'code.lead': 'Ou dis-leur le code :',
  'code.letters': 'Code de cette table',
  'code.qr': 'QR code avec le lien vers cette table',
  'code.scan': 'Scanne-le avec un téléphone pour rejoindre la table.',
  'join.title': 'Tu as un code ?',
  'join.field': 'Code de la table, cinq lettres',
  'join.go': 'Rejoindre',
};
