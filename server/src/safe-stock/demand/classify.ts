/** The classes of demand by Syntetos, Boylan and Croston (2005): how often it comes, and how much its size varies. */
export type DemandClass = 'smooth' | 'erratic' | 'intermittent' | 'lumpy' | 'none'

/** Above this average interval between periods with demand, demand is intermittent (Syntetos et al. 2005). */
export const intervalLimit = 1.32
/** Above this squared coefficient of variation of the sizes, they vary much (same source). */
export const variationLimit = 0.49

/** What a history of demand looks like. */
export interface DemandPattern {
  demandClass: DemandClass
  /** Average interval: recorded periods per period with demand; Infinity without demand. */
  interval: number
  /** Squared coefficient of variation of the sizes of periods with demand; 0 for fewer than two. */
  variation: number
  /** The number of periods with demand. */
  demands: number
  /** Their mean size; 0 without demand. */
  meanSize: number
}

/**
 * Classifies a history of demand per period, oldest first, without gaps; periods that are not recorded are left out before.
 * Negative periods (more returned than issued) count as periods without demand.
 */
export function classifyDemand(history: readonly number[]): DemandPattern {
  const sizes = history.filter((demand) => demand > 0)
  const demands = sizes.length
  if (demands === 0)
    return { demandClass: 'none', interval: Infinity, variation: 0, demands, meanSize: 0 }
  const meanSize = sizes.reduce((sum, size) => sum + size, 0) / demands
  const spread = sizes.reduce((sum, size) => sum + (size - meanSize) ** 2, 0)
  const variation = demands < 2 ? 0 : spread / (demands - 1) / meanSize ** 2
  const interval = history.length / demands
  return { demandClass: classOf(interval, variation), interval, variation, demands, meanSize }
}

function classOf(interval: number, variation: number): DemandClass {
  if (interval < intervalLimit) return variation < variationLimit ? 'smooth' : 'erratic'
  return variation < variationLimit ? 'intermittent' : 'lumpy'
}
