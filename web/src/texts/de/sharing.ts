/** Beendete Partien als Daten für die Forschung. */
import type english from '../en/sharing';

export default {
  'sharing.agree': 'Meine beendeten Partien dürfen erforscht werden',
  'sharing.why':
    'Dieser Server kann Partien als Daten für die Forschung weitergeben, ohne Namen: Du wirst zu einer Nummer. Eine Partie wird nur weitergegeben, wenn alle, die sie gespielt haben, zugestimmt haben. Du kannst es dir anders überlegen; was schon weitergegeben ist, bleibt es.',
  'sharing.on': 'Deine Partien dürfen erforscht werden, ohne deinen Namen.',
  'sharing.off': 'Deine Partien werden nicht weitergegeben.',
} satisfies Record<keyof typeof english, string>;
