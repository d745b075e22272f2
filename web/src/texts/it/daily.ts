import type en from '../en/daily';

export default {
} satisfies Record<keyof typeof en, string>;
