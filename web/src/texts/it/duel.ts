import type en from '../en/duel';

export default {
} satisfies Record<keyof typeof en, string>;
