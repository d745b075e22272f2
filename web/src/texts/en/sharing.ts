/** Giving finished games out for study. */
export default {
  'sharing.agree': 'My finished games may be used for study',
  'sharing.why':
    'This server can give games out as data for research, without names: you become a number. A game is given out only if everybody in it agreed. You can change your mind; what was given out before stays given out.',
  'sharing.on': 'Your games may be used for study, without your name.',
  'sharing.off': 'Your games will not be given out.',
};
