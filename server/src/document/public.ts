// The document service for other areas, the demonstration and tests: the same functions the routes call.
export { systemDocuments, type SystemDocuments } from './act/system-documents.ts'
export { clock, type Clock } from './clock.ts'
export { createDocument, runAction, tableByName, type Actor } from './service.ts'
export { readPostingFailures } from './books/posting-failures.ts'
export { subjectsInScope } from './list/subjects-in-scope.ts'
export { summariseGoods } from './list/goods-summary.ts'
export { settleDocument } from './books/settle.ts'
export { loadVisible, readHeader } from './storage/store.ts'
