import { testConformance } from '../document/conformance/conformance.ts'
import { materials } from '../document/testing/small-company.ts'

const reason = { reason: '录错' }

testConformance('stock-initialisation', {
  async request(world, place, lines) {
    // One material per bin: the same goods on two lines are refused.
    await world.database.query(
      `insert into bin (company_code, plant, storage_location, bin, purpose, hazard_class)
       select $1, $2, $3, 'B-' || n, 'storage', '' from generate_series(1, $4::int) n`,
      [place.companyCode, place.plant, place.storageLocation, lines],
    )
    return {
      companyCode: place.companyCode,
      header: { plant: place.plant, storageLocation: place.storageLocation },
      lines: Array.from({ length: lines }, (_none, index) => ({ materialNo: materials.bolt, quantity: '10', bin: `B-${index + 1}`, stockCategory: 'UU' })),
    }
  },
  states: { initialised: ['initialise'], reversed: ['initialise', 'reversePhysical'] },
  inputs: { reverse: reason },
  books: { moved: ['initialise'], post: 'post', reversal: ['reverse'] },
})
