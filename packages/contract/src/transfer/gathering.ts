/** A bin move that gathers split stock: all that lies of goods in one bin goes to where more of the same goods lie. */
export interface GatheringMove {
  materialNo: string
  quantity: string
  bin: string
  targetBin: string
  batch: string | null
  stockCategory: 'UU'
  specialStock: 'K' | 'Q' | 'E' | 'O' | null
  specialStockReference: string | null
  serialNumbers?: readonly string[]
}

/** What is proposed for a storage location, the moves that empty a bin first. */
export interface Gathering {
  companyCode: string
  moves: GatheringMove[]
  /** How many bins are empty afterwards. */
  emptied: number
}
