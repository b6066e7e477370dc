import { z } from 'zod'

/** The request of every list. */
export const listRequest = z.object({
  page: z.string().max(100).optional(),
  filters: z
    .array(
      z.object({
        field: z.string().max(60),
        operator: z.enum([
          'eq',
          'in',
          'contains',
          'startsWith',
          'gte',
          'lte',
          'between',
          'empty',
          'notEmpty',
        ]),
        value: z.unknown().optional(),
      }),
    )
    .max(50)
    .optional(),
  search: z.string().max(200).optional(),
  sort: z
    .array(z.object({ field: z.string().max(60), direction: z.enum(['asc', 'desc']) }))
    // The list takes fewer, and says so to whoever chose them.
    .max(50)
    .optional(),
  cursor: z.string().max(4000).nullable().optional(),
  size: z.number().int().min(1).max(500).optional(),
  level: z.enum(['header', 'line']).optional(),
  parameters: z.record(z.string().max(60), z.unknown()).optional(),
  grouping: z.string().max(60).optional(),
  withGoods: z.boolean().optional(),
  withTotals: z.boolean().optional(),
})
