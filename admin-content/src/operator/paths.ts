import { paths } from "#app/paths.ts";

const base = paths.operator;

export const operatorPaths = {
  incidents: base,
  people: `${base}/inimesed`,
  person: (id: string) => `${base}/inimesed/${id}`,
  orders: `${base}/tellimused`,
  transactions: `${base}/maksed`,
  subscribers: `${base}/tellijad`,
  refunds: `${base}/tagasimaksed`,
  giftCards: `${base}/kinkekaardid`,
  newGiftCards: `${base}/kinkekaardid/uued`,
  discounts: `${base}/sooduskoodid`,
  newDiscounts: `${base}/sooduskoodid/uued`,
  discountUses: (id: string) => `${base}/sooduskoodid/${id}`,
  jobs: `${base}/taustatood`,
  reports: `${base}/aruanded`,
  listening: `${base}/aruanded/kuulamine`,
};
