#!/usr/bin/env python3
"""Prints the measures of every session that a service account may read, as CSV. Needs Python 3 only.

    FONEMA_URL=https://your-clinic.example FONEMA_KEY=fnm_... python3 results.py > results.csv

The account needs the scopes participants:read and results:read. One row is one measure of one item: the participant's
code, when the session began, the item's number and category, the function, the measure, its value and unit. A measure without a
value has the reason in `missing`.
"""
import csv
import json
import os
import re
import sys
import urllib.parse
import urllib.request

URL = os.environ["FONEMA_URL"].rstrip("/")
KEY = os.environ["FONEMA_KEY"]


def get(address):
    """Returns the JSON of an answer, and the address of the next page or None."""
    request = urllib.request.Request(urllib.parse.urljoin(URL, address), headers={"Authorization": f"Bearer {KEY}"})
    with urllib.request.urlopen(request, timeout=60) as answer:
        following = re.search(r'<([^>]+)>; rel="next"', answer.headers.get("Link", ""))
        return json.load(answer), following and following.group(1)


def rows_of(address):
    """All rows of a list, page by page."""
    while address:
        rows, address = get(address)
        yield from rows


def units_of(protocol_id):
    """The unit of each measure that the result page shows, by item, function and name."""
    display, _ = get(f"/api/v1/protocols/feature_display/web/{protocol_id}/")
    return {
        (item["protocol_item_id"], function["feature_extraction_func_id"], score["name"]): score["unit"]
        for item in display["items"]
        for function in item["functions"]
        for score in function["scores"]
    }


def main():
    table = csv.writer(sys.stdout)
    table.writerow(["participant", "began", "item", "category", "function", "measure", "value", "unit", "missing"])
    units = {}
    for participant in rows_of("/api/v1/user/participants/?limit=500"):
        sessions = f"/api/v1/protocols/responses/{participant['id']}/"
        for listed in rows_of(f"{sessions}?limit=500"):
            session, _ = get(f"{sessions}{listed['id']}/?distributions=false")
            protocol = session["protocol"]["id"]
            units[protocol] = units.get(protocol) or units_of(protocol)
            for answer in session["responses"]:
                item = answer["protocol_item"]
                for result in answer["feature_extraction_res"]:
                    function = result["feature_extraction_func"]
                    for name in sorted({*result["scores"], *result["missing"]}):
                        unit = units[protocol].get((item["id"], function["id"], name))
                        value, missing = result["scores"].get(name), result["missing"].get(name)
                        row = [participant["code"], session["timestamp"], item["order"], item["category"]["name"]]
                        table.writerow([*row, function["entry"], name, value, unit, missing])


if __name__ == "__main__":
    main()
