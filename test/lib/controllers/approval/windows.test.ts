import { type MaintenanceWindow, openingAfter } from '../../../../lib/controllers/approval';

const night: MaintenanceWindow = { schedule: '0 2 * * SAT', durationMinutes: 240, timeZone: 'Europe/Berlin' };

function said(windows: readonly MaintenanceWindow[], at: string): string {
  const opening = openingAfter(windows, new Date(at));
  return opening.type === 'opens' ? `opens ${opening.at.toISOString()}` : opening.type === 'unreadable' ? opening.problem : opening.type;
}

test.each<[string, readonly MaintenanceWindow[], string, string]>([
  ['before it opens', [night], '2026-11-27T12:00:00Z', 'opens 2026-11-28T01:00:00.000Z'],
  ['in the moment when it opens', [night], '2026-11-28T01:00:00Z', 'open'],
  ['while it is open', [night], '2026-11-28T04:59:00Z', 'open'],
  ['in the moment when it closes', [night], '2026-11-28T05:00:00Z', 'opens 2026-12-05T01:00:00.000Z'],
  ['in summer time', [night], '2026-07-03T23:00:00Z', 'opens 2026-07-04T00:00:00.000Z'],
  ['an hour that the clock leaves out', [{ ...night, schedule: '30 2 29 3 *' }], '2026-03-28T00:00:00Z', 'opens 2026-03-29T01:00:00.000Z'],
  ['UTC without a time zone', [{ schedule: '0 2 * * *', durationMinutes: 60 }], '2026-11-28T02:30:00Z', 'open'],
  ['several: the first one that opens', [night, { schedule: '0 1 * * FRI', durationMinutes: 5 }], '2026-11-26T00:00:00Z', 'opens 2026-11-27T01:00:00.000Z'],
  ['longer than a day', [{ schedule: '0 0 1 * *', durationMinutes: 2880 }], '2026-12-02T12:00:00Z', 'open'],
  ['a day that never comes', [{ schedule: '0 0 30 2 *', durationMinutes: 60 }], '2026-11-26T00:00:00Z', 'never'],
])('%s', (_name, windows, at, expected) => expect(said(windows, at)).toBe(expected));

test.each([
  [{ schedule: '0 2 * *', durationMinutes: 60 }, 'the schedule "0 2 * *" (UTC) cannot be read: '],
  [{ schedule: '0 2 * * 9', durationMinutes: 60 }, 'the schedule "0 2 * * 9" (UTC) cannot be read: '],
  [{ schedule: '0 2 * * 1', durationMinutes: 60, timeZone: 'Mars/Olympus' }, 'the schedule "0 2 * * 1" (Mars/Olympus) cannot be read: '],
])('what cannot be read is said: %j', (window, problem) => expect(said([window], '2026-11-26T00:00:00Z')).toContain(problem));
