export { importLegacy } from './import-legacy.ts'
export { readTable } from './read-table.ts'
