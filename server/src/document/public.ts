// What other areas, the demonstration and tests may ask of the document service: the same calls the routes make.
export { clock, type Clock } from './clock.ts'
export { createDocument, runAction, type Actor } from './service.ts'
export { summariseGoods, type GoodsSummary } from './list/goods-summary.ts'
export { settleDocument } from './books/settle.ts'
