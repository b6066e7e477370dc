"""Receives shipments of ten lines in Tryton, called in process, and prints one JSON object with lines per second.

Run by bench/tryton.ts:  python3 receipts.py <URL of the server>/ <empty database> <shipments>
Only `receive` and `done` are timed; shipments and their incoming moves exist before, like arrivals in our benchmark.
"""

import json
import os
import sys
import tempfile
import time
from decimal import Decimal

address, name, count = sys.argv[1], sys.argv[2], int(sys.argv[3])

from trytond.config import config  # noqa: E402

config.set('database', 'uri', address)

from trytond import backend  # noqa: E402
from trytond.pool import Pool  # noqa: E402
from trytond.transaction import Transaction  # noqa: E402

LINES = 10


def install():
    """Creates the tables of the module stock and its dependencies."""
    with Transaction().start(None, 0, readonly=True, close=True) as transaction:
        transaction.database.get_connection().close()
    with Transaction().start(name, 0) as transaction:
        backend.Database(name).init()
        transaction.commit()
    pool = Pool(name)
    pool.init(update=['res', 'ir'], lang=['en'])
    with Transaction().start(name, 0) as transaction:
        module = Pool(name).get('ir.module')
        module.update_list()
        chosen = module.search([('name', '=', 'stock')])
        module.activate(chosen)
        names = [one.name for one in module.search([('state', '=', 'to activate')])]
        transaction.commit()
    pool.init(update=names, lang=['en'])


def fill():
    """Creates a company, a supplier, a warehouse and ten products; returns their ids for shipments."""
    with Transaction().start(name, 1) as transaction:
        pool = Pool()
        currency = pool.get('currency.currency')(name='Yuan', symbol='Y', code='CNY')
        currency.save()
        pool.get('currency.currency.rate')(currency=currency, rate=Decimal(1)).save()
        party = pool.get('party.party')(name='Bench')
        party.save()
        company = pool.get('company.company')(party=party, currency=currency)
        company.save()
        user = pool.get('res.user')(1)
        user.companies = [company]
        user.company = company
        user.save()
        transaction.commit()
        context = {'company': company.id}
    with Transaction().start(name, 1, context=context) as transaction:
        pool = Pool()
        supplier = pool.get('party.party')(name='Supplier')
        supplier.addresses = [pool.get('party.address')(street='Street')]
        supplier.save()
        [unit] = pool.get('product.uom').search([('name', '=', 'Unit')])
        products = []
        for number in range(LINES):
            template = pool.get('product.template')(name='Valve %d' % number, type='goods', default_uom=unit)
            template.list_price = Decimal(10)
            template.save()
            product = pool.get('product.product')(template=template)
            product.cost_price = Decimal(10)
            product.save()
            products.append(product.id)
        transaction.commit()
        return context, supplier.id, currency.id, unit.id, products


def make_shipments(wanted, context, supplier, currency, unit, products):
    made = []
    with Transaction().start(name, 1, context=context) as transaction:
        pool = Pool()
        Shipment, Move, Location = pool.get('stock.shipment.in'), pool.get('stock.move'), pool.get('stock.location')
        [warehouse] = Location.search([('type', '=', 'warehouse')])
        [origin] = Location.search([('type', '=', 'supplier')], limit=1)
        for _ in range(wanted):
            shipment = Shipment(supplier=supplier, warehouse=warehouse, company=context['company'])
            shipment.incoming_moves = [
                Move(from_location=origin, to_location=warehouse.input_location, product=product, uom=unit,
                    quantity=3, unit_price=Decimal(10), currency=currency, company=context['company'])
                for product in products]
            shipment.save()
            made.append(shipment.id)
        transaction.commit()
    return made


def receive(shipment, context):
    for step in ('receive', 'done'):
        with Transaction().start(name, 1, context=context) as transaction:
            Shipment = Pool().get('stock.shipment.in')
            getattr(Shipment, step)([Shipment(shipment)])
            transaction.commit()


def main():
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        install()
        needs = fill()
        context = needs[0]
        warm, *timed = make_shipments(count + 1, *needs)
        receive(warm, context)
        began = time.perf_counter()
        for shipment in timed:
            receive(shipment, context)
        seconds = time.perf_counter() - began
    with Transaction().start(name, 1, context=context):
        done = Pool().get('stock.move').search_count(
            [('state', '=', 'done'), ('shipment', 'like', 'stock.shipment.in,%')])
    import trytond
    print(json.dumps({
        'version': trytond.__version__,
        'lines': count * LINES,
        'doneMoves': done,
        'linesPerSecond': count * LINES / seconds,
    }))


main()
