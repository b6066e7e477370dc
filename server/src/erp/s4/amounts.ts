/** Properties that carry money (NetPriceAmount, GdsMvtExtAmtInCoCodeCrcy, StandardPrice): hides rather more than less. */
const money = String.raw`[A-Za-z_]*(?:Amount|Amt|Price|Value)[A-Za-z_]*`
const inJson = new RegExp(String.raw`("${money}"\s*:\s*)("(?:[^"\\]|\\.)*"?|-?[\d.eE+-]+)`, 'g')
const inXml = new RegExp(String.raw`(<(?:\w+:)?${money}(?:\s[^>]*)?>)[^<]*`, 'g')

/** An exchange with the ERP as it was kept, JSON or XML, perhaps cut off, without the amounts in it. */
export function withoutAmounts(exchange: string): string {
  return exchange.replace(inJson, '$1"***"').replace(inXml, '$1***')
}
