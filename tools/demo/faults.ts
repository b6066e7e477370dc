import type { Team } from './team.ts'
import type { StandIn } from './erp.ts'

/** Share of goods movements affected by each fault; together about one in twelve. */
const probabilities: Record<string, number> = {
  'drop-before': 0.012,
  'drop-after': 0.015,
  'hang-after': 0.005,
  'status-503': 0.015,
  'expired-token': 0.015,
  'empty-items-on-201': 0.01,
  'no-number-on-201': 0.01,
}

/** Enables faults of the ERP, the same for the same requests. */
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
 * Shortens timeouts and lookups of the sender: the stand-in has no work process that continues for ten minutes, as an
 * ERP may. Configured through the administrator's interface.
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
  for (const interfaceCode of ['material-document', 'physical-inventory'])
    // oxlint-disable-next-line no-await-in-loop -- two calls
    await team.admin.client.write(
      'PUT',
      `/api/erp/interfaces/${interfaceCode}`,
      change,
      `demo short waits ${interfaceCode}`,
    )
}
