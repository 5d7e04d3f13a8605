/* store_schema.h -- the tables and views of an SQLite result file; doc/results.md
 * explains them.  A change that breaks a reader gets another STORE_VERSION.
 */
#ifndef RESULTS_STORE_SCHEMA_H
#define RESULTS_STORE_SCHEMA_H

#define STORE_VERSION 1
/* "PhLk": what file(1) and we know such files by. */
#define STORE_APPLICATION 0x50684c6b

static const char store_tables[]
  = "CREATE TABLE about (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;"
    "CREATE TABLE models ("
    "  model INTEGER PRIMARY KEY,"
    "  name TEXT NOT NULL UNIQUE);"
    "CREATE TABLE queries ("
    "  query INTEGER PRIMARY KEY," /* the order of the file */
    "  id TEXT NOT NULL,"
    "  model INTEGER NOT NULL REFERENCES models,"
    "  place INTEGER, asked INTEGER,"
    "  automata TEXT NOT NULL,"
    "  question TEXT NOT NULL,"
    "  pattern NOT NULL,"     /* a number or a name; else the question */
    "  fields TEXT NOT NULL," /* for people; the table fields has them one by one */
    "  verdict TEXT NOT NULL CHECK (verdict IN ('violation', 'safe', 'unknown')),"
    "  reason TEXT,"
    "  engine TEXT,"
    "  ms REAL NOT NULL,"
    "  record TEXT NOT NULL);"
    "CREATE TABLE fields ("
    "  query INTEGER NOT NULL REFERENCES queries,"
    "  place INTEGER NOT NULL,"
    "  field TEXT NOT NULL,"
    "  PRIMARY KEY (query, place)) WITHOUT ROWID;"
    "CREATE TABLE processes ("
    "  query INTEGER NOT NULL REFERENCES queries,"
    "  place INTEGER NOT NULL,"
    "  process TEXT NOT NULL,"
    "  PRIMARY KEY (query, place)) WITHOUT ROWID;"
    "CREATE TABLE steps ("
    "  query INTEGER NOT NULL REFERENCES queries,"
    "  step INTEGER NOT NULL,"
    "  process TEXT NOT NULL,"
    "  action TEXT NOT NULL,"
    "  object TEXT, at TEXT, source TEXT, phase INTEGER,"
    "  nested INTEGER NOT NULL,"
    "  PRIMARY KEY (query, step)) WITHOUT ROWID;";

/* Line ?1 is that of query ?2: its model, unless it is there, and the query. */
static const char *const store_insert[] = {
  "INSERT OR IGNORE INTO models (name) VALUES (json_extract (?1, '$.model'))",
  "INSERT INTO queries"
  "  SELECT ?2, json_extract (?1, '$.id'), model,"
  "         json_extract (?1, '$.query[0]'), json_extract (?1, '$.query[1]'),"
  "         json_extract (?1, '$.automata'),"
  "         coalesce (json_extract (?1, '$.question'), 'pattern'),"
  "         coalesce (json_extract (?1, '$.pattern'), json_extract (?1, '$.question')),"
  "         coalesce ((SELECT group_concat (value, ',') FROM"
  "            (SELECT value FROM json_each (?1, '$.fields') ORDER BY key)), ''),"
  "         json_extract (?1, '$.verdict'), json_extract (?1, '$.reason'),"
  "         json_extract (?1, '$.engine'),"
  "         coalesce (json_extract (?1, '$.ms'), 0), ?1"
  "  FROM models WHERE name = json_extract (?1, '$.model')"
};

/* Then the arrays of all queries. */
static const char store_fill[]
  = "INSERT INTO fields SELECT query, key + 1, value"
    "  FROM queries, json_each (record, '$.fields');"
    "INSERT INTO processes SELECT query, key + 1, value"
    "  FROM queries, json_each (record, '$.processes');"
    "INSERT INTO steps"
    "  SELECT query, key + 1, json_extract (value, '$.process'),"
    "         json_extract (value, '$.action'), json_extract (value, '$.object'),"
    "         json_extract (value, '$.at'), json_extract (value, '$.source'),"
    "         json_extract (value, '$.phase'),"
    "         coalesce (json_extract (value, '$.nested'), 0)"
    "  FROM queries, json_each (record, '$.witness');";

/* Made when the tables are full, which is faster. */
static const char store_views[]
  = "CREATE INDEX queries_id ON queries (id);"
    "CREATE INDEX queries_model ON queries (model);"
    "CREATE INDEX queries_verdict ON queries (verdict);"
    "CREATE INDEX fields_field ON fields (field);"
    "CREATE VIEW results AS"
    "  SELECT query, name AS model, automata, pattern, fields, verdict, reason,"
    "         (SELECT group_concat (process, ',') FROM"
    "            (SELECT process FROM processes WHERE processes.query = queries.query"
    "             ORDER BY place)) AS processes,"
    "         engine, ms, id, question"
    "  FROM queries JOIN models USING (model) ORDER BY query;"
    "CREATE VIEW violations AS"
    "  SELECT model, pattern, fields, processes FROM results"
    "  WHERE verdict = 'violation';"
    "CREATE VIEW unknowns AS"
    "  SELECT model, pattern, fields, reason, ms FROM results"
    "  WHERE verdict = 'unknown';"
    "CREATE VIEW by_model AS"
    "  SELECT name AS model, count (*) AS queries,"
    "         sum (verdict = 'violation') AS violations,"
    "         sum (verdict = 'unknown') AS unknown,"
    "         sum (verdict = 'safe') AS safe, round (sum (ms), 3) AS ms"
    "  FROM queries JOIN models USING (model) GROUP BY model ORDER BY name;"
    "CREATE VIEW by_pattern AS"
    "  SELECT automata, pattern, count (*) AS queries,"
    "         sum (verdict = 'violation') AS violations,"
    "         sum (verdict = 'unknown') AS unknown,"
    "         sum (verdict = 'safe') AS safe, round (sum (ms), 3) AS ms"
    "  FROM queries GROUP BY automata, pattern ORDER BY automata, pattern;"
    "CREATE VIEW by_field AS"
    "  SELECT name AS model, field, count (*) AS queries,"
    "         sum (verdict = 'violation') AS violations,"
    "         sum (verdict = 'unknown') AS unknown"
    "  FROM queries JOIN models USING (model) JOIN fields USING (query)"
    "  GROUP BY model, field ORDER BY name, field;"
    "CREATE VIEW slowest AS"
    "  SELECT ms, model, pattern, fields, verdict, engine FROM results"
    "  ORDER BY ms DESC, query;";

#endif
