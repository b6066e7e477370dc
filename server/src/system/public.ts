// What other areas may ask of the business configuration.
export { startParameterCache } from './parameter-cache.ts'
export type { ParameterPlace } from './parameter-rows.ts'
export { readParameter } from './read-parameter.ts'
