import type { ReactNode } from 'react';

export const texts = {
  throttles: 'Throttles',
  whatThrottlesDo:
    'How often HTTP requests of all workflows together may call a host. Calls above the rate wait for their turn.',
  newThrottle: 'New throttle',
  noThrottlesYet: 'No throttles yet',
  throttleAHost: 'Throttle a host that allows only so many calls a second.',
  host: 'Host',
  hostDescription: 'As in the URL, without scheme, port and path, such as api.example.com',
  perSecond: 'Calls a second',
  perSecondDescription: '0.1 is one call in ten seconds',
  burst: 'Burst',
  burstDescription: 'Calls that may begin at once after a pause',
  rate: 'Rate',
  rateSentence: (perSecond: number, burst: number) =>
    `${callsAt(perSecond)}${burst === 1 ? '' : `, ${burst.toLocaleString()} at once after a pause`}`,
  lastChanged: 'Last changed',
  actions: 'Actions',
  change: 'Change',
  changeHost: (host: string) => `Change the throttle of ${host}`,
  deleteHost: (host: string) => `Delete the throttle of ${host}`,
  save: 'Save',
  saved: 'Throttle saved',
  deleteTheThrottle: 'Delete the throttle?',
  deleteThrottle: 'Delete throttle',
  callsOfHostGoOut: (host: ReactNode) => (
    <>Within a second, calls to {host} are no longer throttled. Throttles of single components stay.</>
  ),
};

function callsAt(perSecond: number): string {
  if (perSecond === 1) return '1 call a second';
  return perSecond < 1
    ? `1 call in ${(1 / perSecond).toLocaleString([], { maximumFractionDigits: 1 })} seconds`
    : `${perSecond.toLocaleString()} calls a second`;
}
