import { isForQuota } from '../safe-stock/public.ts'

/**
 * As SQL: what delivery notes still announce of a material for the place of a quota; for `provideComing`. Goods that go
 * directly to the unit, and those of projects and customers, are not stock that covers it.
 */
export const comingByNotes = (company: string): string => `
    select l.open_quantity as quantity
    from delivery_note_line l join delivery_note h on h.company_code = l.company_code and h.id = l.document_id
    where l.company_code = ${company} and l.material_no = v.material_no and l.open_quantity > 0
      and h.state in ('submitted', 'confirmed', 'partlyArrived') and h.delivery_mode is distinct from 'direct'
      and coalesce(l.special_stock, '') in ('', 'K') and ${isForQuota(company, 'h.plant', 'h.storage_location')}`
