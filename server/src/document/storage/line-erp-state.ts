/**
 * As SQL: the ERP state of a line. A posting request changes only the header; a line still 'unposted' then counts as
 * 'posting'. Every later change of the header away from `posting` writes the state of each line.
 * @param header alias of the header table
 * @param line alias of the line table
 */
export function lineErpState(header: string, line: string): string {
  return `case when ${line}.line_erp_state = 'unposted' and ${header}.erp_state = 'posting' then 'posting' else ${line}.line_erp_state end`
}
