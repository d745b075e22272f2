import type en from '../en/replay';

export default {
} satisfies Record<keyof typeof en, string>;
