/**
 * `isHazardAllowed` of the contract as SQL, for statements that choose among many bins; a test compares the two for every
 * pair of classes. Both expressions may be null or ''.
 */
export const hazardAllowedSql = (material: string, bin: string): string =>
  `coalesce(${material}, '') = coalesce(${bin}, '')`
