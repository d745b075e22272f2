import type en from '../en/lobby';

export default {
} satisfies Record<keyof typeof en, string>;
