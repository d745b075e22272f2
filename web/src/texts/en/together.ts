/** Playing together: codes, changing a table, one device, people one knows, spectators. */
export default {
  'code.lead': 'Or tell them the code:',
  'code.letters': 'Code of this table',
  'code.qr': 'QR code with the link to this table',
  'code.scan': 'Scan it with a phone to join.',
  'join.title': 'Have a code?',
  'join.field': 'Code of the table, five letters',
  'join.go': 'Join',
};
