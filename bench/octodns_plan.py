# octoDNS's job on the pages of bench/server.mjs: one dry run over a zone with a record for each car.
#   python3 bench/octodns_plan.py BASE FILE     FILE: the zone as YAML, in a folder of its own
import json
import logging
import os
import sys
import tempfile
import urllib.request

from octodns.manager import Manager
from octodns.provider.base import BaseProvider
from octodns.record import Record

PAGE = 1000


class Cars(BaseProvider):
    SUPPORTS_GEO = False
    SUPPORTS_DYNAMIC = False
    SUPPORTS = {"TXT"}

    def __init__(self, id, base):
        self.log = logging.getLogger("Cars")
        super().__init__(id)
        self.base = base

    def populate(self, zone, target=False, lenient=False):
        number, pages = 0, 1
        while number < pages:
            with urllib.request.urlopen(f"{self.base}/api/cars?page={number}&size={PAGE}") as answer:
                body = json.load(answer)
            for row in body["content"]:
                data = {"type": "TXT", "ttl": 3600, "value": "car"}
                name = row["licenseNumber"].lower()
                zone.add_record(Record.new(zone, name, data, source=self, lenient=lenient), lenient=lenient)
            number, pages = number + 1, body["page"]["totalPages"]
        return True


base, path = sys.argv[1:]
config = {
    "providers": {
        "file": {"class": "octodns.provider.yaml.YamlProvider", "directory": os.path.dirname(path)}
        | {"enforce_order": False},
        "live": {"class": "__main__.Cars", "base": base},
    },
    "zones": {"cars.test.": {"sources": ["file"], "targets": ["live"]}},
}
with tempfile.NamedTemporaryFile("w", suffix=".yaml") as file:
    json.dump(config, file)
    file.flush()
    print(Manager(file.name).sync(force=True))
