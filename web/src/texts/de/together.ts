/** Playing together: codes, changing a table, one device, people one knows, spectators. */
export default {
  'code.lead': 'Oder nenne ihnen den Code:',
  'code.letters': 'Code dieses Tisches',
  'code.qr': 'QR-Code mit dem Link zu diesem Tisch',
  'code.scan': 'Mit dem Handy scannen und mitspielen.',
  'join.title': 'Hast du einen Code?',
  'join.field': 'Code des Tisches, fünf Buchstaben',
  'join.go': 'Mitspielen',
};
