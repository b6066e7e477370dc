/** A job of the people in journeys, and the account that does it in the demonstration. */
export interface JobDescription {
  /** The account's name, in lower case. */
  account: string
  zh: string
  /** The name of the person; without it the account is named like the job. */
  person?: string
  /** What the job does, for the table of accounts in the README. */
  tasks: string
}

/**
 * All jobs. A job is added here only: its account, its roles for the pages of documents, and the people of
 * `npm run demo` and of the fault test are derived; `npx node tools/write-accounts.ts` writes the table of the README.
 */
export const jobs = {
  supplier: {
    account: 'supplier',
    zh: '供应商',
    tasks: 'delivery notes for its own orders',
  },
  buyer: {
    account: 'buyer',
    zh: '采购员',
    person: '苗青',
    tasks:
      "delivery notes on a supplier's behalf, their write-off, orders and purchase requests, goods announced before their order",
  },
  storekeeper: {
    account: 'storekeeper',
    zh: '保管员',
    person: '周海宁',
    tasks:
      'confirms deliveries and arrivals, receives, issues, counts, freezes goods and bins, corrects data of batches',
  },
  counter: {
    account: 'counter',
    zh: '复盘员',
    person: '秦素',
    tasks:
      'counts again where a count differs by more than the tolerance, receives what another keeper has shipped to his storage location',
  },
  shiftLeader: {
    account: 'shiftleader',
    zh: '仓储班长',
    person: '康健',
    tasks: 'reviews receipts, issues, reversals and differences of counts',
  },
  inspector: {
    account: 'inspector',
    zh: '质检员',
    person: '郝明',
    tasks: 'inspects and records the usage decision, releases goods that were frozen in doubt',
  },
  qualitySupervisor: {
    account: 'qualitysupervisor',
    zh: '质检主管',
    person: '安和',
    tasks:
      'assigns inspections, confirms unpacking times, withdraws decisions, approves changes of batches, concessions and the scrapping of rejects',
  },
  requester: {
    account: 'requester',
    zh: '领料人',
    person: '沈一诺',
    tasks: 'creates requisitions, signs for goods that come straight to the unit',
  },
  unitHead: {
    account: 'unithead',
    zh: '领料单位主管',
    tasks: 'approves requisitions',
  },
  materialEngineer: {
    account: 'engineer',
    zh: '物资工程师',
    person: '房思远',
    tasks:
      'orders counts and explains their differences, returns, concedes or scraps rejected goods, freezes goods for work orders, looks for stock before goods are bought',
  },
  materialChief: {
    account: 'chief',
    zh: '仓储主任',
    person: '章立群',
    tasks:
      'approves differences and purchases above the limit, writes counts off, enters the opening stock with its value',
  },
  poster: {
    account: 'poster',
    zh: '过账员',
    person: '管仲宁',
    tasks: 'posts to the ERP and reverses postings',
  },
  customs: {
    account: 'customs',
    zh: '关务员',
    person: '海若澜',
    tasks: 'declares imported goods and registers what customs releases',
  },
  driver: {
    account: 'driver',
    zh: '配送员',
    person: '雷行远',
    tasks: 'brings goods to the units and has them signed for',
  },
  guard: {
    account: 'guard',
    zh: '门卫',
    person: '石守义',
    tasks: 'lets goods out through the gate, by the QR code of their pass',
  },
} as const satisfies Record<string, JobDescription>

/** The job whose task an action is. */
export type Job = keyof typeof jobs
