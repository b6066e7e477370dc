/** Properties with amounts (NetPriceAmount, GdsMvtExtAmtInCoCodeCrcy, StandardPrice); deliberately broad. */
const money = String.raw`[A-Za-z_]*(?:Amount|Amt|Price|Value)[A-Za-z_]*`
const inJson = new RegExp(String.raw`("${money}"\s*:\s*)("(?:[^"\\]|\\.)*"?|-?[\d.eE+-]+)`, 'g')
const inXml = new RegExp(String.raw`(<(?:\w+:)?${money}(?:\s[^>]*)?>)[^<]*`, 'g')

/** A logged exchange, JSON or XML, possibly truncated, with amounts masked. */
export function withoutAmounts(exchange: string): string {
  return exchange.replace(inJson, '$1"***"').replace(inXml, '$1***')
}
