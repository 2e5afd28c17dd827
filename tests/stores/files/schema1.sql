-- What boilerspider wrote when its SQLite schema was 1: two stories, one of them revised, and a visit.
PRAGMA application_id = 1651732585;
PRAGMA user_version = 1;
BEGIN TRANSACTION;
CREATE TABLE algorithms (
        id INTEGER PRIMARY KEY,
        name TEXT NOT NULL,
        version INTEGER NOT NULL,
        UNIQUE (name, version)
    ) STRICT
    ;
INSERT INTO "algorithms" VALUES(1,'exact',1);
CREATE TABLE bands (
        algorithm INTEGER NOT NULL,
        key INTEGER NOT NULL,
        story INTEGER NOT NULL,
        revision INTEGER NOT NULL,
        PRIMARY KEY (algorithm, key, story, revision)
    ) STRICT, WITHOUT ROWID
    ;
CREATE TABLE claimed_urls (
        story INTEGER NOT NULL,
        revision INTEGER NOT NULL,
        key BLOB NOT NULL,
        PRIMARY KEY (story, revision, key)
    ) STRICT, WITHOUT ROWID
    ;
CREATE TABLE claims (
        run INTEGER NOT NULL,
        number INTEGER NOT NULL,
        story INTEGER NOT NULL,
        revision INTEGER NOT NULL,
        PRIMARY KEY (run, number)
    ) STRICT, WITHOUT ROWID
    ;
CREATE TABLE runs (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        host TEXT NOT NULL,
        pid INTEGER NOT NULL,
        started INTEGER,
        lease_end INTEGER NOT NULL
    ) STRICT
    ;
CREATE TABLE site_memory (
        site INTEGER NOT NULL,
        algorithm INTEGER NOT NULL,
        key INTEGER NOT NULL,
        count INTEGER NOT NULL,
        last_seen INTEGER NOT NULL,
        PRIMARY KEY (site, algorithm, key)
    ) STRICT, WITHOUT ROWID
    ;
CREATE TABLE sites (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE) STRICT;
INSERT INTO "sites" VALUES(1,'news.example');
CREATE TABLE stories (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        site INTEGER NOT NULL,
        first_seen INTEGER NOT NULL,
        published INTEGER,
        url TEXT NOT NULL,
        title TEXT
    ) STRICT
    ;
INSERT INTO "stories" VALUES(1,1,1795266966025541,NULL,'https://news.example/a','A headline');
INSERT INTO "stories" VALUES(2,1,1795266966026209,NULL,'https://news.example/b',NULL);
CREATE TABLE urls (
        key BLOB NOT NULL PRIMARY KEY,
        story INTEGER,
        outcome INTEGER,
        checked INTEGER,
        etag TEXT,
        last_modified TEXT
    ) STRICT, WITHOUT ROWID
    ;
INSERT INTO "urls" VALUES(X'3490F6F8930ED67CD3884A7C070AC64A',2,0,1795177815123456,'"5f3-62ab"','Fri, 20 Nov 2026 12:00:00 GMT');
INSERT INTO "urls" VALUES(X'60DA56CB553AB385E1ACF08FCB168A53',1,NULL,NULL,NULL,NULL);
INSERT INTO "urls" VALUES(X'F65CC979F2FA2D3A0B030E7616628033',1,NULL,NULL,NULL,NULL);
CREATE TABLE versions (
        story INTEGER NOT NULL,
        revision INTEGER NOT NULL,
        algorithm INTEGER NOT NULL,
        run INTEGER NOT NULL,
        seen INTEGER NOT NULL,
        value BLOB NOT NULL,
        PRIMARY KEY (story, revision)
    ) STRICT, WITHOUT ROWID
    ;
INSERT INTO "versions" VALUES(1,0,1,1,1795266966025772,X'C88D4DF74262143A08E9D190E3BD67F1');
INSERT INTO "versions" VALUES(1,1,1,1,1795266966026100,X'D681734F8C454B90DF4D5FEEA7487445');
INSERT INTO "versions" VALUES(2,0,1,1,1795266966026240,X'DF38FF56A826595FCA6CB4269BB3903F');
CREATE INDEX versions_by_text ON versions (value);
CREATE INDEX claims_by_version ON claims (story, revision);
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('runs',1);
INSERT INTO "sqlite_sequence" VALUES('stories',2);
COMMIT;
