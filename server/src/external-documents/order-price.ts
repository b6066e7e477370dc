/**
 * SQL for the price per base unit of a row `l` of purchase_order_line (that of the order is per order unit), for
 * estimates until the ERP's own amount is known; text with up to six decimals, null if unknown. It is in the currency of
 * the order.
 */
export const orderPriceSql = `round(l.net_price / greatest(coalesce(l.price_unit, 1), 1)
  * coalesce(l.unit_denominator, 1) / coalesce(l.unit_numerator, 1), 6)::text`
