/** People one has played with, and invitations. */
import { asMe } from '../lib/api';
import type { Companion, Invited, MyCompany } from '../lib/protocol';
import { t } from '../lib/texts.svelte';

export const playedWith = async (): Promise<Companion[]> => (await asMe<MyCompany>('GET', '/api/company')).people;

export const invite = (table: string, who: string[]): Promise<Invited> =>
  asMe<Invited>('POST', `/api/tables/${table}/invitations`, { who });

export const called = ({ name }: Companion): string => name || t('company.nameless');
