import type en from '../en/games';

export default {
} satisfies Record<keyof typeof en, string>;
