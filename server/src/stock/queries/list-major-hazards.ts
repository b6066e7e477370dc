import { majorHazardQuery, nearThreshold } from '@kufang/contract/stock/major-hazard-query.ts'
import { bindQuery, filled } from '../../document/list/bind-query.ts'
import { liesSql, tonnesPerUnitSql } from '../../bins/public.ts'

const tonnes = tonnesPerUnitSql('m')

/**
 * What lies in storage locations of the chemicals with a threshold; only materials that name one are read, so the rows are few.
 * All stock counts, whoever owns it and whether or not it may be used, except what is in transit.
 */
export const majorHazardList = bindQuery(majorHazardQuery, {
  from: `(
    select r.*, sum(r.ratio) over (partition by r.company_code, r.plant, r.storage_location) as location_ratio,
      sum(r.ratio) over (partition by r.company_code, r.plant) as plant_ratio
    from (
      select b.company_code, b.plant, b.storage_location, s.substance_no, s.name, s.category, s.basis, s.threshold_tonnes,
        sum(b.quantity * ${tonnes}) as quantity_tonnes, sum(b.quantity * ${tonnes}) / s.threshold_tonnes as ratio,
        bool_or(${tonnes} is null) as is_unweighed
      from material m
      join hazardous_substance s on s.substance_no = m.hazardous_substance
      join stock_balance b on b.material_no = m.material_no and ${liesSql('b')}
      where m.hazardous_substance <> ''
      group by 1, 2, 3, 4, 5, 6, 7, 8) r) h`,
  columns: {
    companyCode: filled('h.company_code'),
    plant: filled('h.plant'),
    storageLocation: filled('h.storage_location'),
    substanceNo: filled('h.substance_no'),
    name: filled('h.name'),
    category: filled('h.category'),
    basis: filled('h.basis'),
    thresholdTonnes: filled('h.threshold_tonnes'),
    quantityTonnes: 'round(h.quantity_tonnes, 3)',
    ratio: 'round(h.ratio, 3)',
    locationRatio: filled('coalesce(round(h.location_ratio, 3), 0)'),
    plantRatio: filled('coalesce(round(h.plant_ratio, 3), 0)'),
    isUnweighed: filled('h.is_unweighed'),
    level: filled(
      `(case when h.location_ratio >= 1 then 'major' when h.location_ratio >= ${nearThreshold} then 'near' else 'below' end)`,
    ),
  },
})
