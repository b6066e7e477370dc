import type { Team } from './team.ts'
import type { StandIn } from './erp.ts'

/** Share of the goods movements each fault strikes; together about one in twelve. */
const probabilities: Record<string, number> = {
  'drop-before': 0.012,
  'drop-after': 0.015,
  'hang-after': 0.005,
  'status-503': 0.015,
  'expired-token': 0.015,
  'empty-items-on-201': 0.01,
  'no-number-on-201': 0.01,
}

/** Faults of the ERP from now on, the same for the same requests. */
export async function breakErp(erp: StandIn): Promise<void> {
  await erp.breakDown(
    Object.entries(probabilities).map(([kind, probability], index) => ({
      kind,
      probability,
      seed: 20_260_101 + index,
      match: { path: 'API_MATERIAL_DOCUMENT_SRV' },
    })),
  )
}

/**
 * Lets the sender give up and look up soon: the stand-in has no work process that runs on for ten
 * minutes, as an ERP may. Set where an administrator sets it.
 */
export async function shortenWaits(team: Team): Promise<void> {
  const change = {
    timeoutMs: 1500,
    unknownWaitSeconds: 2,
    secondLookSeconds: 1,
    retryDelaySeconds: 1,
    retriesMax: 50,
    parallelMax: 8,
  }
  await team.admin.client.write(
    'PUT',
    '/api/erp/interfaces/material-document',
    change,
    'demo short waits',
  )
}
