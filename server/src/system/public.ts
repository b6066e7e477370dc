// The interface of the business configuration for other areas.
export { startParameterCache } from './parameter-cache.ts'
export type { ParameterPlace } from './parameter-rows.ts'
export { isParameterValueUsed, parameterReader, readParameter } from './read-parameter.ts'
