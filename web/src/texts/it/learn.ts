import type en from '../en/learn';

export default {
} satisfies Record<keyof typeof en, string>;
