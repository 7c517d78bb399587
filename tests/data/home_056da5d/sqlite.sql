BEGIN TRANSACTION;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0004');
CREATE TABLE elements (
	id TEXT NOT NULL, 
	"threadId" TEXT NOT NULL, 
	"forId" TEXT, 
	type TEXT NOT NULL, 
	name TEXT NOT NULL, 
	url TEXT, 
	"objectKey" TEXT, 
	"chainlitKey" TEXT, 
	display TEXT, 
	size TEXT, 
	language TEXT, 
	page INTEGER, 
	"autoPlay" BOOLEAN, 
	"playerConfig" JSON, 
	props JSON, 
	mime TEXT, 
	PRIMARY KEY (id), 
	FOREIGN KEY("threadId") REFERENCES threads (id) ON DELETE CASCADE, 
	UNIQUE ("objectKey")
);
INSERT INTO "elements" VALUES('84d1a532-d333-408f-8790-986586d87b23','56873900-068e-494a-ad53-62c945b382c2','6eb925fe-0508-400b-ac3c-997901a96382','custom','CiceroneAnswer',NULL,'56873900-068e-494a-ad53-62c945b382c2/84d1a532-d333-408f-8790-986586d87b23/CiceroneAnswer',NULL,'inline',NULL,NULL,NULL,NULL,NULL,'{"id": "39ca3d98-42f0-4105-9b9e-fdd777e6d17f", "links": [{"text": "Francisco Goya", "label": "Artist", "property": "name", "value": "Francisco Goya", "start": 20, "end": 34, "noteworthy": false, "alternatives": []}], "terms": [], "table": {"columns": [{"name": "title", "numeric": false}], "rows": [["Saturn"], ["The Parasol"]], "total": 2, "truncated": false, "download": "/export/39ca3d98-42f0-4105-9b9e-fdd777e6d17f.csv", "max_export": 100000}, "reading": "Paintings painted by Francisco Goya", "engine": "read by the rule parser", "failed": false, "cypher": "MATCH (artist:Artist)-[:PAINTED]->(painting:Painting)\nWHERE artist.name = $name\nWITH DISTINCT painting\nRETURN painting.title AS title", "parameters": {"name": "Francisco Goya"}, "choices": [], "notices": []}','application/json');
INSERT INTO "elements" VALUES('1f86df21-1a50-4350-acd6-7a0931c152c9','56873900-068e-494a-ad53-62c945b382c2','b6e28463-e8d0-49ec-be8c-5a818b44840d','custom','CiceroneAnswer',NULL,'56873900-068e-494a-ad53-62c945b382c2/1f86df21-1a50-4350-acd6-7a0931c152c9/CiceroneAnswer',NULL,'inline',NULL,NULL,NULL,NULL,NULL,'{"id": "b27e10b8-6621-4375-b513-d2a038f208cf", "links": [{"text": "Francisco Goya", "label": "Artist", "property": "name", "value": "Francisco Goya", "start": 20, "end": 34, "noteworthy": false, "alternatives": []}], "terms": [], "table": {"columns": [{"name": "title", "numeric": false}, {"name": "year", "numeric": true}], "rows": [["Saturn", 1823]], "total": 1, "truncated": false, "download": "/export/b27e10b8-6621-4375-b513-d2a038f208cf.csv", "max_export": 100000}, "reading": "Paintings after 1800 and painted by Francisco Goya", "engine": "read by the rule parser", "failed": false, "cypher": "MATCH (artist:Artist)-[:PAINTED]->(painting:Painting)\nWHERE artist.name = $name\n  AND painting.year > $year\nWITH DISTINCT painting\nRETURN painting.title AS title, painting.year AS year", "parameters": {"name": "Francisco Goya", "year": "1800"}, "choices": [], "notices": []}','application/json');
INSERT INTO "elements" VALUES('77034163-7719-48b9-84da-deba83e34350','56873900-068e-494a-ad53-62c945b382c2','06ea5560-86e8-4589-8bcd-8c9aef3f57f3','custom','CiceroneAnswer',NULL,'56873900-068e-494a-ad53-62c945b382c2/77034163-7719-48b9-84da-deba83e34350/CiceroneAnswer',NULL,'inline',NULL,NULL,NULL,NULL,NULL,'{"id": "c8d1c69e-be6f-4b32-9e54-7e5d6dc2ceba", "links": [{"text": "Orsay", "label": "Museum", "property": "name", "value": "Orsay", "start": 27, "end": 32, "noteworthy": false, "alternatives": []}], "terms": [], "table": null, "reading": "The number of paintings that hang in Orsay", "engine": "read by the rule parser", "failed": false, "cypher": "MATCH (painting:Painting)-[:HANGS_IN]->(museum:Museum)\nWHERE museum.name = $name\nRETURN count(DISTINCT painting) AS paintings", "parameters": {"name": "Orsay"}, "choices": [], "notices": []}','application/json');
INSERT INTO "elements" VALUES('7eba6524-f687-4163-a683-c979c210c04c','0e93a6b9-c77f-4ee4-9d36-236b1ead5347','058df58a-b69c-4914-b1dc-a04a2561d491','custom','CiceroneAnswer',NULL,'0e93a6b9-c77f-4ee4-9d36-236b1ead5347/7eba6524-f687-4163-a683-c979c210c04c/CiceroneAnswer',NULL,'inline',NULL,NULL,NULL,NULL,NULL,'{"id": "d19ef1ee-b6a5-439a-b43f-66f88fcce8e3", "links": [{"text": "Prado", "label": "Museum", "property": "name", "value": "Prado", "start": 27, "end": 32, "noteworthy": false, "alternatives": []}], "terms": ["canvas = Painting (you taught me)"], "table": {"columns": [{"name": "title", "numeric": false}], "rows": [["Saturn"], ["The Parasol"]], "total": 2, "truncated": false, "download": "/export/d19ef1ee-b6a5-439a-b43f-66f88fcce8e3.csv", "max_export": 100000}, "reading": "Paintings that hang in Prado", "engine": "read by the rule parser", "failed": false, "cypher": "MATCH (painting:Painting)-[:HANGS_IN]->(museum:Museum)\nWHERE museum.name = $name\nWITH DISTINCT painting\nRETURN painting.title AS title", "parameters": {"name": "Prado"}, "choices": [], "notices": []}','application/json');
INSERT INTO "elements" VALUES('723679bf-79b3-44cb-9a11-dbea95b81362','7095fc09-6a9a-4db0-a710-7824604a0ba1','a65f26a6-5020-47f2-bc3f-96d6fff98af0','custom','CiceroneAnswer',NULL,'7095fc09-6a9a-4db0-a710-7824604a0ba1/723679bf-79b3-44cb-9a11-dbea95b81362/CiceroneAnswer',NULL,'inline',NULL,NULL,NULL,NULL,NULL,'{"id": "a00955fc-8e64-45ff-8a5a-2fb5be56d456", "links": [{"text": "Orsay", "label": "Museum", "property": "name", "value": "Orsay", "start": 27, "end": 32, "noteworthy": false, "alternatives": []}], "terms": [], "table": null, "reading": "The number of paintings hang in museum \u201cOrsay\u201d", "engine": "answered from an approved question", "failed": false, "cypher": "MATCH (painting:Painting)-[:HANGS_IN]->(museum:Museum)\nWHERE museum.name = $name\nRETURN count(DISTINCT painting) AS paintings", "parameters": {"name": "Orsay"}, "choices": [], "notices": []}','application/json');
INSERT INTO "elements" VALUES('09eba322-4656-48af-9388-301813bdd2c0','7095fc09-6a9a-4db0-a710-7824604a0ba1','5d750990-78ca-482a-acbc-e42cada84999','custom','CiceroneAnswer',NULL,'7095fc09-6a9a-4db0-a710-7824604a0ba1/09eba322-4656-48af-9388-301813bdd2c0/CiceroneAnswer',NULL,'inline',NULL,NULL,NULL,NULL,NULL,'{"id": "d27666bc-1d41-41ad-88ed-bf5cd09904b8", "links": [], "terms": [], "table": {"columns": [{"name": "name", "numeric": false}, {"name": "born", "numeric": true}], "rows": [["Berthe Morisot", 1841], ["Rosa Bonheur", 1822]], "total": 2, "truncated": false, "download": "/export/d27666bc-1d41-41ad-88ed-bf5cd09904b8.csv", "max_export": 100000}, "reading": "Artists born after 1800", "engine": "read by the rule parser", "failed": false, "cypher": "MATCH (artist:Artist)\nWHERE artist.born > $born\nRETURN artist.name AS name, artist.born AS born", "parameters": {"born": "1800"}, "choices": [], "notices": []}','application/json');
CREATE TABLE examples (
	id TEXT NOT NULL, 
	graph TEXT NOT NULL, 
	owner TEXT NOT NULL, 
	question TEXT NOT NULL, 
	folded TEXT NOT NULL, 
	cypher TEXT NOT NULL, 
	parameters TEXT NOT NULL, 
	fingerprint TEXT NOT NULL, 
	engine TEXT NOT NULL, 
	status TEXT NOT NULL, 
	created TEXT NOT NULL, 
	PRIMARY KEY (id)
);
INSERT INTO "examples" VALUES('a1edd9a3-3091-4e86-9154-eb7dd415cd08','museum','ada','Which paintings did Francisco Goya paint?','which paintings did francisco goya paint','MATCH (artist:Artist)-[:PAINTED]->(painting:Painting)
WHERE artist.name = $name
WITH DISTINCT painting
RETURN painting.title AS title','{"name":"Francisco Goya"}','75b59b1a129edb4c','offline','liked','2026-11-26T14:09:59.103871Z');
INSERT INTO "examples" VALUES('d08da2c5-1ce6-46ef-acda-72c39dece30d','museum','ada','How many paintings hang in Orsay?','how many paintings hang in orsay','MATCH (painting:Painting)-[:HANGS_IN]->(museum:Museum)
WHERE museum.name = $name
RETURN count(DISTINCT painting) AS paintings','{"name":"Orsay"}','75b59b1a129edb4c','offline','liked','2026-11-26T14:10:01.666184Z');
INSERT INTO "examples" VALUES('44488de0-6336-4002-bc7e-29ed4d738109','museum','ada','Which canvases hang in the Prado?','which canvases hang in the prado','MATCH (painting:Painting)-[:HANGS_IN]->(museum:Museum)
WHERE museum.name = $name
WITH DISTINCT painting
RETURN painting.title AS title','{"name":"Prado"}','75b59b1a129edb4c','offline','disliked','2026-11-26T14:10:07.446587Z');
INSERT INTO "examples" VALUES('1f523fc4-bc87-44c4-9077-6bc6bf99ee02','museum','bo','How many paintings hang in Orsay?','how many paintings hang in orsay','MATCH (painting:Painting)-[:HANGS_IN]->(museum:Museum)
WHERE museum.name = $name
RETURN count(DISTINCT painting) AS paintings','{"name":"Orsay"}','75b59b1a129edb4c','memory','liked','2026-11-26T14:10:12.828992Z');
CREATE TABLE exchanges (
	id INTEGER NOT NULL, 
	thread TEXT NOT NULL, 
	user TEXT NOT NULL, 
	message TEXT, 
	graph TEXT NOT NULL, 
	fingerprint TEXT NOT NULL, 
	engine TEXT, 
	created TEXT NOT NULL, 
	body TEXT NOT NULL, 
	PRIMARY KEY (id)
);
INSERT INTO "exchanges" VALUES(1,'56873900-068e-494a-ad53-62c945b382c2','ada','39ca3d98-42f0-4105-9b9e-fdd777e6d17f','museum','75b59b1a129edb4c','offline','2026-11-26T14:09:57.045048Z','{"v":1,"of":{"is":"Exchange","question":"Which paintings did Francisco Goya paint?","standalone":"Which paintings did Francisco Goya paint?","verdict":"answerable","cypher":"MATCH (artist:Artist)-[:PAINTED]->(painting:Painting)\nWHERE artist.name = $name\nWITH DISTINCT painting\nRETURN painting.title AS title","parameters":{"name":"Francisco Goya"},"columns":["title"],"row_count":2,"reading":"Paintings painted by Francisco Goya","query":{"is":"Query","pattern":{"is":"Pattern","nodes":[{"is":"Node","variable":"painting","labels":["Painting"]},{"is":"Node","variable":"artist","labels":["Artist"]}],"edges":[{"is":"Edge","start":"artist","types":["PAINTED"],"end":"painting"}],"where":[{"is":"Comparison","left":{"is":"Attribute","variable":"artist","property":"name"},"operator":"=","right":{"is":"Constant","value":"Francisco Goya"}}]},"columns":[{"is":"Column","operand":{"is":"Attribute","variable":"painting","property":"title"},"name":"title"}],"subject":"painting","distinct_on":["painting"]},"linked":[{"is":"LinkedValue","text":"Francisco Goya","label":"Artist","property":"name","value":"Francisco Goya","start":20,"end":34}],"mentions":[{"is":"Mention","label":"Painting","property":"title","value":"Saturn"},{"is":"Mention","label":"Painting","property":"title","value":"The Parasol"}]}}');
INSERT INTO "exchanges" VALUES(2,'56873900-068e-494a-ad53-62c945b382c2','ada','b27e10b8-6621-4375-b513-d2a038f208cf','museum','75b59b1a129edb4c','offline','2026-11-26T14:09:59.314125Z','{"v":1,"of":{"is":"Exchange","question":"Which of those were painted after 1800?","standalone":"What are the paintings after 1800 and painted by Francisco Goya?","verdict":"answerable","cypher":"MATCH (artist:Artist)-[:PAINTED]->(painting:Painting)\nWHERE artist.name = $name\n  AND painting.year > $year\nWITH DISTINCT painting\nRETURN painting.title AS title, painting.year AS year","parameters":{"name":"Francisco Goya","year":1800},"columns":["title","year"],"row_count":1,"reading":"Paintings after 1800 and painted by Francisco Goya","query":{"is":"Query","pattern":{"is":"Pattern","nodes":[{"is":"Node","variable":"painting","labels":["Painting"]},{"is":"Node","variable":"artist","labels":["Artist"]}],"edges":[{"is":"Edge","start":"artist","types":["PAINTED"],"end":"painting"}],"where":[{"is":"Comparison","left":{"is":"Attribute","variable":"artist","property":"name"},"operator":"=","right":{"is":"Constant","value":"Francisco Goya"}},{"is":"Comparison","left":{"is":"Attribute","variable":"painting","property":"year"},"operator":">","right":{"is":"Constant","value":1800}}]},"columns":[{"is":"Column","operand":{"is":"Attribute","variable":"painting","property":"title"},"name":"title"},{"is":"Column","operand":{"is":"Attribute","variable":"painting","property":"year"},"name":"year"}],"subject":"painting","distinct_on":["painting"]},"linked":[{"is":"LinkedValue","text":"Francisco Goya","label":"Artist","property":"name","value":"Francisco Goya","start":20,"end":34}],"mentions":[{"is":"Mention","label":"Painting","property":"title","value":"Saturn"}]}}');
INSERT INTO "exchanges" VALUES(3,'56873900-068e-494a-ad53-62c945b382c2','ada','c8d1c69e-be6f-4b32-9e54-7e5d6dc2ceba','museum','75b59b1a129edb4c','offline','2026-11-26T14:09:59.588933Z','{"v":1,"of":{"is":"Exchange","question":"How many paintings hang in Orsay?","standalone":"How many paintings hang in Orsay?","verdict":"answerable","cypher":"MATCH (painting:Painting)-[:HANGS_IN]->(museum:Museum)\nWHERE museum.name = $name\nRETURN count(DISTINCT painting) AS paintings","parameters":{"name":"Orsay"},"columns":["paintings"],"row_count":1,"reading":"The number of paintings that hang in Orsay","query":{"is":"Query","pattern":{"is":"Pattern","nodes":[{"is":"Node","variable":"painting","labels":["Painting"]},{"is":"Node","variable":"museum","labels":["Museum"]}],"edges":[{"is":"Edge","start":"painting","types":["HANGS_IN"],"end":"museum"}],"where":[{"is":"Comparison","left":{"is":"Attribute","variable":"museum","property":"name"},"operator":"=","right":{"is":"Constant","value":"Orsay"}}]},"columns":[{"is":"Column","operand":{"is":"Aggregate","function":"count","operand":{"is":"Entity","variable":"painting"},"distinct":true},"name":"paintings"}],"subject":"painting","form":"count"},"linked":[{"is":"LinkedValue","text":"Orsay","label":"Museum","property":"name","value":"Orsay","start":27,"end":32}],"mentions":[{"is":"Mention","label":"Museum","property":"name","value":"Orsay"}],"value":3}}');
INSERT INTO "exchanges" VALUES(4,'0e93a6b9-c77f-4ee4-9d36-236b1ead5347','ada','e5d3e9de-46c8-4126-a080-1485fb6608bb','museum','75b59b1a129edb4c',NULL,'2026-11-26T14:10:05.180923Z','{"v":1,"of":{"is":"Exchange","question":"canvas means painting","standalone":"canvas means painting","verdict":"small_talk"}}');
INSERT INTO "exchanges" VALUES(5,'0e93a6b9-c77f-4ee4-9d36-236b1ead5347','ada','d19ef1ee-b6a5-439a-b43f-66f88fcce8e3','museum','75b59b1a129edb4c','offline','2026-11-26T14:10:05.366949Z','{"v":1,"of":{"is":"Exchange","question":"Which canvases hang in the Prado?","standalone":"Which canvases hang in the Prado?","verdict":"answerable","cypher":"MATCH (painting:Painting)-[:HANGS_IN]->(museum:Museum)\nWHERE museum.name = $name\nWITH DISTINCT painting\nRETURN painting.title AS title","parameters":{"name":"Prado"},"columns":["title"],"row_count":2,"reading":"Paintings that hang in Prado","query":{"is":"Query","pattern":{"is":"Pattern","nodes":[{"is":"Node","variable":"painting","labels":["Painting"]},{"is":"Node","variable":"museum","labels":["Museum"]}],"edges":[{"is":"Edge","start":"painting","types":["HANGS_IN"],"end":"museum"}],"where":[{"is":"Comparison","left":{"is":"Attribute","variable":"museum","property":"name"},"operator":"=","right":{"is":"Constant","value":"Prado"}}]},"columns":[{"is":"Column","operand":{"is":"Attribute","variable":"painting","property":"title"},"name":"title"}],"subject":"painting","distinct_on":["painting"]},"linked":[{"is":"LinkedValue","text":"Prado","label":"Museum","property":"name","value":"Prado","start":27,"end":32}],"mentions":[{"is":"Mention","label":"Painting","property":"title","value":"Saturn"},{"is":"Mention","label":"Painting","property":"title","value":"The Parasol"}]}}');
INSERT INTO "exchanges" VALUES(6,'7095fc09-6a9a-4db0-a710-7824604a0ba1','bo','a00955fc-8e64-45ff-8a5a-2fb5be56d456','museum','75b59b1a129edb4c','memory','2026-11-26T14:10:10.750116Z','{"v":1,"of":{"is":"Exchange","question":"How many paintings hang in Orsay?","standalone":"How many paintings hang in Orsay?","verdict":"answerable","cypher":"MATCH (painting:Painting)-[:HANGS_IN]->(museum:Museum)\nWHERE museum.name = $name\nRETURN count(DISTINCT painting) AS paintings","parameters":{"name":"Orsay"},"columns":["paintings"],"row_count":1,"reading":"The number of paintings hang in museum \u201cOrsay\u201d","linked":[{"is":"LinkedValue","text":"Orsay","label":"Museum","property":"name","value":"Orsay","start":27,"end":32}],"value":3}}');
INSERT INTO "exchanges" VALUES(7,'7095fc09-6a9a-4db0-a710-7824604a0ba1','bo','d27666bc-1d41-41ad-88ed-bf5cd09904b8','museum','75b59b1a129edb4c','offline','2026-11-26T14:10:12.952703Z','{"v":1,"of":{"is":"Exchange","question":"Which artists were born after 1800?","standalone":"Which artists were born after 1800?","verdict":"answerable","cypher":"MATCH (artist:Artist)\nWHERE artist.born > $born\nRETURN artist.name AS name, artist.born AS born","parameters":{"born":1800},"columns":["name","born"],"row_count":2,"reading":"Artists born after 1800","query":{"is":"Query","pattern":{"is":"Pattern","nodes":[{"is":"Node","variable":"artist","labels":["Artist"]}],"where":[{"is":"Comparison","left":{"is":"Attribute","variable":"artist","property":"born"},"operator":">","right":{"is":"Constant","value":1800}}]},"columns":[{"is":"Column","operand":{"is":"Attribute","variable":"artist","property":"name"},"name":"name"},{"is":"Column","operand":{"is":"Attribute","variable":"artist","property":"born"},"name":"born"}],"subject":"artist"},"mentions":[{"is":"Mention","label":"Artist","property":"name","value":"Berthe Morisot"},{"is":"Mention","label":"Artist","property":"name","value":"Rosa Bonheur"}]}}');
CREATE TABLE feedbacks (
	id TEXT NOT NULL, 
	"forId" TEXT NOT NULL, 
	"threadId" TEXT NOT NULL, 
	value INTEGER NOT NULL, 
	comment TEXT, 
	PRIMARY KEY (id), 
	FOREIGN KEY("threadId") REFERENCES threads (id) ON DELETE CASCADE, 
	UNIQUE ("forId")
);
INSERT INTO "feedbacks" VALUES('0ec5529f-ec99-4761-afac-a8ff2afadf93','39ca3d98-42f0-4105-9b9e-fdd777e6d17f','56873900-068e-494a-ad53-62c945b382c2',1,'Just so.');
INSERT INTO "feedbacks" VALUES('c9e104be-729b-464d-80cc-ad56f3e9337d','c8d1c69e-be6f-4b32-9e54-7e5d6dc2ceba','56873900-068e-494a-ad53-62c945b382c2',1,NULL);
INSERT INTO "feedbacks" VALUES('60a25bee-79b7-4780-9e89-a1b90dca035f','d19ef1ee-b6a5-439a-b43f-66f88fcce8e3','0e93a6b9-c77f-4ee4-9d36-236b1ead5347',0,'I meant drawings.');
INSERT INTO "feedbacks" VALUES('e961bab5-14c9-4492-b58f-4a5f8fb24e0b','a00955fc-8e64-45ff-8a5a-2fb5be56d456','7095fc09-6a9a-4db0-a710-7824604a0ba1',1,NULL);
CREATE TABLE lesson_votes (
	lesson TEXT NOT NULL, 
	person TEXT NOT NULL, 
	folded TEXT NOT NULL, 
	vote INTEGER NOT NULL, 
	PRIMARY KEY (lesson, person, folded), 
	FOREIGN KEY(lesson) REFERENCES lessons (id) ON DELETE CASCADE
);
INSERT INTO "lesson_votes" VALUES('5a1bde7bcfeb','ada','which museums are there in paris',0);
INSERT INTO "lesson_votes" VALUES('5491bf704d56','ada','which paintings did francisco goya paint',1);
INSERT INTO "lesson_votes" VALUES('cb40e8f8046d','ada','how many paintings hang in orsay',1);
INSERT INTO "lesson_votes" VALUES('cb40e8f8046d','bo','how many paintings hang in orsay',1);
CREATE TABLE lessons (
	id TEXT NOT NULL, 
	graph TEXT NOT NULL, 
	question TEXT NOT NULL, 
	form TEXT NOT NULL, 
	cypher TEXT NOT NULL, 
	parameters TEXT NOT NULL, 
	slots TEXT NOT NULL, 
	columns TEXT NOT NULL, 
	draft TEXT NOT NULL, 
	problem TEXT NOT NULL, 
	fingerprint TEXT NOT NULL, 
	engine TEXT NOT NULL, 
	status TEXT NOT NULL, 
	witness TEXT NOT NULL, 
	why TEXT NOT NULL, 
	created TEXT NOT NULL, 
	PRIMARY KEY (id)
);
INSERT INTO "lessons" VALUES('5a1bde7bcfeb','museum','Which museums are there in Paris?','which museums are there in paris','MATCH (m:Museum) WHERE m.city = ''Paris'' RETURN m.name AS name','{}','[]','["name"]','MATCH (m:Museum) WHERE m.town = ''Paris'' RETURN m.name','There is no property town.','75b59b1a129edb4c','llm','quarantine','','A failed draft was mended.','2026-11-26T14:14:43.270744Z');
INSERT INTO "lessons" VALUES('5491bf704d56','museum','Which paintings did Francisco Goya paint?','which paintings did {} paint','MATCH (artist:Artist)-[:PAINTED]->(painting:Painting)
WHERE artist.name = $name
WITH DISTINCT painting
RETURN painting.title AS title','{"name":"Francisco Goya"}','[["name", "value", "name", ["Artist"]]]','["title"]','','','75b59b1a129edb4c','offline','approved','replay','It was replayed, and held.','2026-11-26T14:09:59.115310Z');
INSERT INTO "lessons" VALUES('cb40e8f8046d','museum','How many paintings hang in Orsay?','how many paintings hang in {}','MATCH (painting:Painting)-[:HANGS_IN]->(museum:Museum)
WHERE museum.name = $name
RETURN count(DISTINCT painting) AS paintings','{"name":"Orsay"}','[["name", "value", "name", ["Museum"]]]','["paintings"]','','','75b59b1a129edb4c','offline','approved','replay','It was replayed, and held.','2026-11-26T14:10:01.688344Z');
CREATE TABLE spending (
	day TEXT NOT NULL, 
	model TEXT NOT NULL, 
	calls INTEGER NOT NULL, 
	prompt_tokens INTEGER NOT NULL, 
	completion_tokens INTEGER NOT NULL, 
	PRIMARY KEY (day, model)
);
INSERT INTO "spending" VALUES('2026-11-26','small-model',3,4200,180);
CREATE TABLE steps (
	id TEXT NOT NULL, 
	"threadId" TEXT NOT NULL, 
	"parentId" TEXT, 
	name TEXT NOT NULL, 
	type TEXT NOT NULL, 
	command TEXT, 
	modes JSON, 
	streaming BOOLEAN NOT NULL, 
	"waitForAnswer" BOOLEAN, 
	"isError" BOOLEAN, 
	metadata JSON NOT NULL, 
	tags JSON, 
	input TEXT NOT NULL, 
	output TEXT NOT NULL, 
	"createdAt" TEXT NOT NULL, 
	start TEXT, 
	"end" TEXT, 
	generation JSON, 
	"showInput" JSON, 
	"defaultOpen" BOOLEAN, 
	"autoCollapse" BOOLEAN, 
	language TEXT, 
	indent INTEGER, 
	PRIMARY KEY (id), 
	FOREIGN KEY("threadId") REFERENCES threads (id) ON DELETE CASCADE
);
INSERT INTO "steps" VALUES('6a34fbfa-b343-4538-b665-c54cd986cadd','56873900-068e-494a-ad53-62c945b382c2',NULL,'local','user_message',NULL,NULL,0,0,0,'{}',NULL,'','Which paintings did Francisco Goya paint?','2026-11-26T14:09:56.617255Z','2026-11-26T14:09:56.617255Z','2026-11-26T14:09:56.617255Z',NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "steps" VALUES('39ca3d98-42f0-4105-9b9e-fdd777e6d17f','56873900-068e-494a-ad53-62c945b382c2','6a34fbfa-b343-4538-b665-c54cd986cadd','on_message','run',NULL,NULL,0,NULL,0,'{}',NULL,'Which paintings did Francisco Goya paint?','','2026-11-26T14:09:56.620413Z','2026-11-26T14:09:56.620445Z','2026-11-26T14:09:57.059497Z',NULL,'"json"',0,0,NULL,NULL);
INSERT INTO "steps" VALUES('e731cc20-e44a-4442-868a-b5f893de893c','56873900-068e-494a-ad53-62c945b382c2','39ca3d98-42f0-4105-9b9e-fdd777e6d17f','How I got there · 433 ms','tool',NULL,NULL,0,NULL,0,'{"avatarName": "Cicerone"}',NULL,'','','2026-11-26T14:09:56.622613Z','2026-11-26T14:09:56.642678Z','2026-11-26T14:09:57.054472Z',NULL,'"json"',0,0,NULL,NULL);
INSERT INTO "steps" VALUES('5f22d5f2-7806-44ce-900d-f54474453fea','56873900-068e-494a-ad53-62c945b382c2','e731cc20-e44a-4442-868a-b5f893de893c','Understood in context · stands alone · <1 ms','tool',NULL,NULL,0,NULL,0,'{}',NULL,'','','2026-11-26T14:09:56.644826Z','2026-11-26T14:09:56.644851Z','2026-11-26T14:09:56.644851Z',NULL,'false',0,0,NULL,NULL);
INSERT INTO "steps" VALUES('41600051-f05a-4bb2-9c1e-cfcf0c342fb3','56873900-068e-494a-ad53-62c945b382c2','e731cc20-e44a-4442-868a-b5f893de893c','Matched to the graph · Francisco Goya → Artist Francisco Goya · 20 ms','tool',NULL,NULL,0,NULL,0,'{}',NULL,'','','2026-11-26T14:09:56.666496Z','2026-11-26T14:09:56.666517Z','2026-11-26T14:09:56.666517Z',NULL,'false',0,0,NULL,NULL);
INSERT INTO "steps" VALUES('48bcc59d-74ad-42dd-ae11-3b058118230c','56873900-068e-494a-ad53-62c945b382c2','e731cc20-e44a-4442-868a-b5f893de893c','Read the question · Paintings painted by Francisco Goya · 101 ms','tool',NULL,NULL,0,NULL,0,'{}',NULL,'','','2026-11-26T14:09:56.771596Z','2026-11-26T14:09:56.771627Z','2026-11-26T14:09:56.771627Z',NULL,'false',0,0,NULL,NULL);
INSERT INTO "steps" VALUES('462d37bd-c5a6-460f-9d0d-a6683ee07320','56873900-068e-494a-ad53-62c945b382c2',NULL,'on_chat_start','run',NULL,NULL,0,NULL,0,'{}',NULL,'{}','','2026-11-26T14:09:56.556303Z','2026-11-26T14:09:56.556335Z','2026-11-26T14:09:56.556818Z',NULL,'"json"',0,0,NULL,NULL);
INSERT INTO "steps" VALUES('4ff6dc2f-e655-4bce-a1e1-2da1d0bae34e','56873900-068e-494a-ad53-62c945b382c2','e731cc20-e44a-4442-868a-b5f893de893c','Checked the subject · answerable · 65 ms','tool',NULL,NULL,0,NULL,0,'{}',NULL,'','','2026-11-26T14:09:56.853612Z','2026-11-26T14:09:56.853634Z','2026-11-26T14:09:56.853634Z',NULL,'false',0,0,NULL,NULL);
INSERT INTO "steps" VALUES('4bca33e7-b4a2-4d79-bfe3-e1aa7c40e12e','56873900-068e-494a-ad53-62c945b382c2','e731cc20-e44a-4442-868a-b5f893de893c','Recalled similar questions · 0 at hand · <1 ms','tool',NULL,NULL,0,NULL,0,'{}',NULL,'','','2026-11-26T14:09:56.858625Z','2026-11-26T14:09:56.858648Z','2026-11-26T14:09:56.858648Z',NULL,'false',0,0,NULL,NULL);
INSERT INTO "steps" VALUES('322f4934-d66f-4e40-b14a-a71712b95311','56873900-068e-494a-ad53-62c945b382c2','e731cc20-e44a-4442-868a-b5f893de893c','Wrote the query · offline · <1 ms','tool',NULL,NULL,0,NULL,0,'{}',NULL,'','','2026-11-26T14:09:56.862529Z','2026-11-26T14:09:56.862546Z','2026-11-26T14:09:56.862546Z',NULL,'false',0,0,NULL,NULL);
INSERT INTO "steps" VALUES('e8de28fe-547a-4eba-b1db-032f75011368','56873900-068e-494a-ad53-62c945b382c2','e731cc20-e44a-4442-868a-b5f893de893c','Checked the query · reads only · 2 ms','tool',NULL,NULL,0,NULL,0,'{}',NULL,'','','2026-11-26T14:09:56.869245Z','2026-11-26T14:09:56.869264Z','2026-11-26T14:09:56.869264Z',NULL,'false',0,0,NULL,NULL);
INSERT INTO "steps" VALUES('a23ff26a-8927-43f0-8e61-d99d8effddd5','56873900-068e-494a-ad53-62c945b382c2','e731cc20-e44a-4442-868a-b5f893de893c','Ran the query · 2 rows · 160 ms','tool',NULL,NULL,0,NULL,0,'{}',NULL,'','Paintings painted by Francisco Goya

```cypher
MATCH (artist:Artist)-[:PAINTED]->(painting:Painting)
WHERE artist.name = $name
WITH DISTINCT painting
RETURN painting.title AS title
```

```
$name = Francisco Goya
```','2026-11-26T14:09:57.032629Z','2026-11-26T14:09:57.032660Z','2026-11-26T14:09:57.032660Z',NULL,'false',0,0,NULL,NULL);
INSERT INTO "steps" VALUES('83ed0b3b-8dc1-47e8-8acd-7030498b2884','56873900-068e-494a-ad53-62c945b382c2','e731cc20-e44a-4442-868a-b5f893de893c','Checked the result · answers · <1 ms','tool',NULL,NULL,0,NULL,0,'{}',NULL,'','','2026-11-26T14:09:57.035949Z','2026-11-26T14:09:57.035975Z','2026-11-26T14:09:57.035975Z',NULL,'false',0,0,NULL,NULL);
INSERT INTO "steps" VALUES('7ede6400-844e-4d33-96a7-a5195ac0eaad','56873900-068e-494a-ad53-62c945b382c2','e731cc20-e44a-4442-868a-b5f893de893c','Put it into words · from the rows · 5 ms','tool',NULL,NULL,0,NULL,0,'{}',NULL,'','','2026-11-26T14:09:57.044151Z','2026-11-26T14:09:57.044177Z','2026-11-26T14:09:57.044177Z',NULL,'false',0,0,NULL,NULL);
INSERT INTO "steps" VALUES('6eb925fe-0508-400b-ac3c-997901a96382','56873900-068e-494a-ad53-62c945b382c2','39ca3d98-42f0-4105-9b9e-fdd777e6d17f','Cicerone','assistant_message',NULL,NULL,0,0,0,'{}',NULL,'','2 paintings\: Saturn, The Parasol.','2026-11-26T14:09:57.055372Z','2026-11-26T14:09:57.055372Z','2026-11-26T14:09:57.055372Z',NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "steps" VALUES('ff459baa-4d25-47ec-a00c-ce4b010ff3e2','56873900-068e-494a-ad53-62c945b382c2',NULL,'local','user_message',NULL,NULL,0,0,0,'{}',NULL,'','Which of those were painted after 1800?','2026-11-26T14:09:59.137291Z','2026-11-26T14:09:59.137291Z','2026-11-26T14:09:59.137291Z',NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "steps" VALUES('b27e10b8-6621-4375-b513-d2a038f208cf','56873900-068e-494a-ad53-62c945b382c2','ff459baa-4d25-47ec-a00c-ce4b010ff3e2','on_message','run',NULL,NULL,0,NULL,0,'{}',NULL,'Which of those were painted after 1800?','','2026-11-26T14:09:59.139788Z','2026-11-26T14:09:59.139819Z','2026-11-26T14:09:59.327660Z',NULL,'"json"',0,0,NULL,NULL);
INSERT INTO "steps" VALUES('72814fd0-4ad6-4d7c-a15e-966774eba339','56873900-068e-494a-ad53-62c945b382c2','b27e10b8-6621-4375-b513-d2a038f208cf','How I got there · 181 ms','tool',NULL,NULL,0,NULL,0,'{"avatarName": "Cicerone"}',NULL,'','','2026-11-26T14:09:59.142570Z','2026-11-26T14:09:59.154290Z','2026-11-26T14:09:59.322007Z',NULL,'"json"',0,0,NULL,NULL);
INSERT INTO "steps" VALUES('0fc8fb78-0619-42dd-a6e0-52f0c9ca3a73','56873900-068e-494a-ad53-62c945b382c2','72814fd0-4ad6-4d7c-a15e-966774eba339','Understood in context · a follow-up · 2 ms','tool',NULL,NULL,0,NULL,0,'{}',NULL,'','','2026-11-26T14:09:59.157570Z','2026-11-26T14:09:59.157597Z','2026-11-26T14:09:59.157597Z',NULL,'false',0,0,NULL,NULL);
INSERT INTO "steps" VALUES('1dfda29e-e01a-4b77-9d00-47f1784f966c','56873900-068e-494a-ad53-62c945b382c2','72814fd0-4ad6-4d7c-a15e-966774eba339','Matched to the graph · 2 ms','tool',NULL,NULL,0,NULL,0,'{}',NULL,'','','2026-11-26T14:09:59.162415Z','2026-11-26T14:09:59.162440Z','2026-11-26T14:09:59.162440Z',NULL,'false',0,0,NULL,NULL);
INSERT INTO "steps" VALUES('3699e29d-27dc-40ec-9d6b-2dd9e0f5d37f','56873900-068e-494a-ad53-62c945b382c2','72814fd0-4ad6-4d7c-a15e-966774eba339','Read the question · Paintings after 1800 and painted by Francisco Goya · 30 ms','tool',NULL,NULL,0,NULL,0,'{}',NULL,'','','2026-11-26T14:09:59.196676Z','2026-11-26T14:09:59.196706Z','2026-11-26T14:09:59.196706Z',NULL,'false',0,0,NULL,NULL);
INSERT INTO "steps" VALUES('2eb6d8e8-a6d5-4348-9900-271e73c1a2f4','56873900-068e-494a-ad53-62c945b382c2','72814fd0-4ad6-4d7c-a15e-966774eba339','Checked the subject · answerable · <1 ms','tool',NULL,NULL,0,NULL,0,'{}',NULL,'','','2026-11-26T14:09:59.213284Z','2026-11-26T14:09:59.213321Z','2026-11-26T14:09:59.213321Z',NULL,'false',0,0,NULL,NULL);
INSERT INTO "steps" VALUES('2874d105-67ae-4931-b14d-63ed6f2277af','56873900-068e-494a-ad53-62c945b382c2','72814fd0-4ad6-4d7c-a15e-966774eba339','Recalled similar questions · 0 at hand · <1 ms','tool',NULL,NULL,0,NULL,0,'{}',NULL,'','','2026-11-26T14:09:59.215453Z','2026-11-26T14:09:59.215477Z','2026-11-26T14:09:59.215477Z',NULL,'false',0,0,NULL,NULL);
INSERT INTO "steps" VALUES('2ea775f4-c061-4235-9176-c02b1dbaa756','56873900-068e-494a-ad53-62c945b382c2','72814fd0-4ad6-4d7c-a15e-966774eba339','Wrote the query · offline · <1 ms','tool',NULL,NULL,0,NULL,0,'{}',NULL,'','','2026-11-26T14:09:59.218189Z','2026-11-26T14:09:59.218211Z','2026-11-26T14:09:59.218211Z',NULL,'false',0,0,NULL,NULL);
INSERT INTO "steps" VALUES('e8ad4cb9-31b2-4022-9765-80411c434251','56873900-068e-494a-ad53-62c945b382c2','72814fd0-4ad6-4d7c-a15e-966774eba339','Checked the query · reads only · 2 ms','tool',NULL,NULL,0,NULL,0,'{}',NULL,'','','2026-11-26T14:09:59.223393Z','2026-11-26T14:09:59.223425Z','2026-11-26T14:09:59.223425Z',NULL,'false',0,0,NULL,NULL);
INSERT INTO "steps" VALUES('2ba0dd46-756f-443b-8485-a08eeb57b1c1','56873900-068e-494a-ad53-62c945b382c2','72814fd0-4ad6-4d7c-a15e-966774eba339','Ran the query · 1 row · 73 ms','tool',NULL,NULL,0,NULL,0,'{}',NULL,'','Paintings after 1800 and painted by Francisco Goya

```cypher
MATCH (artist:Artist)-[:PAINTED]->(painting:Painting)
WHERE artist.name = $name
  AND painting.year > $year
WITH DISTINCT painting
RETURN painting.title AS title, painting.year AS year
```

```
$name = Francisco Goya
$year = 1800
```','2026-11-26T14:09:59.301342Z','2026-11-26T14:09:59.301378Z','2026-11-26T14:09:59.301378Z',NULL,'false',0,0,NULL,NULL);
INSERT INTO "steps" VALUES('c66646a4-8adb-49a6-a6e6-ef2e402b2703','56873900-068e-494a-ad53-62c945b382c2','72814fd0-4ad6-4d7c-a15e-966774eba339','Checked the result · answers · <1 ms','tool',NULL,NULL,0,NULL,0,'{}',NULL,'','','2026-11-26T14:09:59.304896Z','2026-11-26T14:09:59.304919Z','2026-11-26T14:09:59.304919Z',NULL,'false',0,0,NULL,NULL);
INSERT INTO "steps" VALUES('b8ae6725-fd66-4ab0-8609-463c6c21e442','56873900-068e-494a-ad53-62c945b382c2','72814fd0-4ad6-4d7c-a15e-966774eba339','Put it into words · from the rows · 5 ms','tool',NULL,NULL,0,NULL,0,'{}',NULL,'','','2026-11-26T14:09:59.312827Z','2026-11-26T14:09:59.312853Z','2026-11-26T14:09:59.312853Z',NULL,'false',0,0,NULL,NULL);
INSERT INTO "steps" VALUES('b6e28463-e8d0-49ec-be8c-5a818b44840d','56873900-068e-494a-ad53-62c945b382c2','b27e10b8-6621-4375-b513-d2a038f208cf','Cicerone','assistant_message',NULL,NULL,0,0,0,'{}',NULL,'','> What are the paintings after 1800 and painted by Francisco Goya?

Saturn (1823).','2026-11-26T14:09:59.323135Z','2026-11-26T14:09:59.323135Z','2026-11-26T14:09:59.323135Z',NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "steps" VALUES('2ff5b32a-9dc0-4785-b876-57d1b10a7bce','56873900-068e-494a-ad53-62c945b382c2',NULL,'local','user_message',NULL,NULL,0,0,0,'{}',NULL,'','How many paintings hang in Orsay?','2026-11-26T14:09:59.349214Z','2026-11-26T14:09:59.349214Z','2026-11-26T14:09:59.349214Z',NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "steps" VALUES('c8d1c69e-be6f-4b32-9e54-7e5d6dc2ceba','56873900-068e-494a-ad53-62c945b382c2','2ff5b32a-9dc0-4785-b876-57d1b10a7bce','on_message','run',NULL,NULL,0,NULL,0,'{}',NULL,'How many paintings hang in Orsay?','','2026-11-26T14:09:59.351757Z','2026-11-26T14:09:59.351787Z','2026-11-26T14:09:59.604331Z',NULL,'"json"',0,0,NULL,NULL);
INSERT INTO "steps" VALUES('0ca11335-cc72-4f68-8f34-7095415aa41b','56873900-068e-494a-ad53-62c945b382c2','c8d1c69e-be6f-4b32-9e54-7e5d6dc2ceba','How I got there · 240 ms','tool',NULL,NULL,0,NULL,0,'{"avatarName": "Cicerone"}',NULL,'','','2026-11-26T14:09:59.353723Z','2026-11-26T14:09:59.365793Z','2026-11-26T14:09:59.592476Z',NULL,'"json"',0,0,NULL,NULL);
INSERT INTO "steps" VALUES('aedba5f1-2eee-4bca-b180-bc55bd2b5784','56873900-068e-494a-ad53-62c945b382c2','0ca11335-cc72-4f68-8f34-7095415aa41b','Understood in context · stands alone · 2 ms','tool',NULL,NULL,0,NULL,0,'{}',NULL,'','','2026-11-26T14:09:59.368948Z','2026-11-26T14:09:59.368971Z','2026-11-26T14:09:59.368971Z',NULL,'false',0,0,NULL,NULL);
INSERT INTO "steps" VALUES('f6dc3956-42e3-45ba-b4ce-2e0710e9a0ac','56873900-068e-494a-ad53-62c945b382c2','0ca11335-cc72-4f68-8f34-7095415aa41b','Matched to the graph · Orsay → Museum Orsay · 8 ms','tool',NULL,NULL,0,NULL,0,'{}',NULL,'','','2026-11-26T14:09:59.379304Z','2026-11-26T14:09:59.379327Z','2026-11-26T14:09:59.379327Z',NULL,'false',0,0,NULL,NULL);
INSERT INTO "steps" VALUES('c4a52206-4dd1-49c8-a9d7-4c253aa8dbad','56873900-068e-494a-ad53-62c945b382c2','0ca11335-cc72-4f68-8f34-7095415aa41b','Read the question · The number of paintings that hang in Orsay · 28 ms','tool',NULL,NULL,0,NULL,0,'{}',NULL,'','','2026-11-26T14:09:59.417285Z','2026-11-26T14:09:59.417314Z','2026-11-26T14:09:59.417314Z',NULL,'false',0,0,NULL,NULL);
INSERT INTO "steps" VALUES('3e62a044-97a5-42c3-b6d8-95d7443521a4','56873900-068e-494a-ad53-62c945b382c2','0ca11335-cc72-4f68-8f34-7095415aa41b','Checked the subject · answerable · 29 ms','tool',NULL,NULL,0,NULL,0,'{}',NULL,'','','2026-11-26T14:09:59.483918Z','2026-11-26T14:09:59.483946Z','2026-11-26T14:09:59.483946Z',NULL,'false',0,0,NULL,NULL);
INSERT INTO "steps" VALUES('ef3d0d6c-9197-4dca-a299-a922e4056475','56873900-068e-494a-ad53-62c945b382c2','0ca11335-cc72-4f68-8f34-7095415aa41b','Recalled similar questions · 0 at hand · <1 ms','tool',NULL,NULL,0,NULL,0,'{}',NULL,'','','2026-11-26T14:09:59.486669Z','2026-11-26T14:09:59.486698Z','2026-11-26T14:09:59.486698Z',NULL,'false',0,0,NULL,NULL);
INSERT INTO "steps" VALUES('acfe57d6-5f3c-48b8-9ffe-18604034fbd9','56873900-068e-494a-ad53-62c945b382c2','0ca11335-cc72-4f68-8f34-7095415aa41b','Wrote the query · offline · <1 ms','tool',NULL,NULL,0,NULL,0,'{}',NULL,'','','2026-11-26T14:09:59.490150Z','2026-11-26T14:09:59.490189Z','2026-11-26T14:09:59.490189Z',NULL,'false',0,0,NULL,NULL);
INSERT INTO "steps" VALUES('b646b8e5-6cb0-45f5-8ca2-e115eaed5eaa','56873900-068e-494a-ad53-62c945b382c2','0ca11335-cc72-4f68-8f34-7095415aa41b','Checked the query · reads only · 14 ms','tool',NULL,NULL,0,NULL,0,'{}',NULL,'','','2026-11-26T14:09:59.507086Z','2026-11-26T14:09:59.507117Z','2026-11-26T14:09:59.507117Z',NULL,'false',0,0,NULL,NULL);
INSERT INTO "steps" VALUES('fd87f4b8-cb62-44c4-8dbb-3693a0931575','56873900-068e-494a-ad53-62c945b382c2','0ca11335-cc72-4f68-8f34-7095415aa41b','Ran the query · 1 row · 68 ms','tool',NULL,NULL,0,NULL,0,'{}',NULL,'','The number of paintings that hang in Orsay

```cypher
MATCH (painting:Painting)-[:HANGS_IN]->(museum:Museum)
WHERE museum.name = $name
RETURN count(DISTINCT painting) AS paintings
```

```
$name = Orsay
```','2026-11-26T14:09:59.579643Z','2026-11-26T14:09:59.579674Z','2026-11-26T14:09:59.579674Z',NULL,'false',0,0,NULL,NULL);
INSERT INTO "steps" VALUES('715ee283-d9be-4915-a761-5332da0228be','56873900-068e-494a-ad53-62c945b382c2','0ca11335-cc72-4f68-8f34-7095415aa41b','Checked the result · answers · <1 ms','tool',NULL,NULL,0,NULL,0,'{}',NULL,'','','2026-11-26T14:09:59.582496Z','2026-11-26T14:09:59.582519Z','2026-11-26T14:09:59.582519Z',NULL,'false',0,0,NULL,NULL);
INSERT INTO "steps" VALUES('4ad09e3e-4636-447c-a37c-31199b8fe2ef','56873900-068e-494a-ad53-62c945b382c2','0ca11335-cc72-4f68-8f34-7095415aa41b','Put it into words · from the rows · 3 ms','tool',NULL,NULL,0,NULL,0,'{}',NULL,'','','2026-11-26T14:09:59.588068Z','2026-11-26T14:09:59.588096Z','2026-11-26T14:09:59.588096Z',NULL,'false',0,0,NULL,NULL);
INSERT INTO "steps" VALUES('06ea5560-86e8-4589-8bcd-8c9aef3f57f3','56873900-068e-494a-ad53-62c945b382c2','c8d1c69e-be6f-4b32-9e54-7e5d6dc2ceba','Cicerone','assistant_message',NULL,NULL,0,0,0,'{}',NULL,'','3 paintings.','2026-11-26T14:09:59.593376Z','2026-11-26T14:09:59.593376Z','2026-11-26T14:09:59.593376Z',NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "steps" VALUES('ccdfc3b3-94c3-4137-af3a-e10d3c3cf50b','0e93a6b9-c77f-4ee4-9d36-236b1ead5347',NULL,'local','user_message',NULL,NULL,0,0,0,'{}',NULL,'','canvas means painting','2026-11-26T14:10:05.028309Z','2026-11-26T14:10:05.028309Z','2026-11-26T14:10:05.028309Z',NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "steps" VALUES('e5d3e9de-46c8-4126-a080-1485fb6608bb','0e93a6b9-c77f-4ee4-9d36-236b1ead5347','ccdfc3b3-94c3-4137-af3a-e10d3c3cf50b','on_message','run',NULL,NULL,0,NULL,0,'{}',NULL,'canvas means painting','','2026-11-26T14:10:05.031463Z','2026-11-26T14:10:05.031490Z','2026-11-26T14:10:05.202976Z',NULL,'"json"',0,0,NULL,NULL);
INSERT INTO "steps" VALUES('659fa34d-76dc-4073-a4e3-b10914f14b1b','0e93a6b9-c77f-4ee4-9d36-236b1ead5347',NULL,'on_chat_start','run',NULL,NULL,0,NULL,0,'{}',NULL,'{}','','2026-11-26T14:10:04.959666Z','2026-11-26T14:10:04.959704Z','2026-11-26T14:10:04.960219Z',NULL,'"json"',0,0,NULL,NULL);
INSERT INTO "steps" VALUES('36e8408e-2d6c-4a31-8568-1b8223d664ac','0e93a6b9-c77f-4ee4-9d36-236b1ead5347','e5d3e9de-46c8-4126-a080-1485fb6608bb','Cicerone','assistant_message',NULL,NULL,0,0,0,'{}',NULL,'','Noted\: “canvas” means painting.','2026-11-26T14:10:05.201938Z','2026-11-26T14:10:05.201938Z','2026-11-26T14:10:05.201938Z',NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "steps" VALUES('57633252-5442-4839-935c-43a7328d9a97','0e93a6b9-c77f-4ee4-9d36-236b1ead5347',NULL,'local','user_message',NULL,NULL,0,0,0,'{}',NULL,'','Which canvases hang in the Prado?','2026-11-26T14:10:05.228742Z','2026-11-26T14:10:05.228742Z','2026-11-26T14:10:05.228742Z',NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "steps" VALUES('d19ef1ee-b6a5-439a-b43f-66f88fcce8e3','0e93a6b9-c77f-4ee4-9d36-236b1ead5347','57633252-5442-4839-935c-43a7328d9a97','on_message','run',NULL,NULL,0,NULL,0,'{}',NULL,'Which canvases hang in the Prado?','','2026-11-26T14:10:05.232207Z','2026-11-26T14:10:05.232239Z','2026-11-26T14:10:05.384006Z',NULL,'"json"',0,0,NULL,NULL);
INSERT INTO "steps" VALUES('84b90118-1d06-4590-b36d-3be03bc23a58','0e93a6b9-c77f-4ee4-9d36-236b1ead5347','d19ef1ee-b6a5-439a-b43f-66f88fcce8e3','How I got there · 143 ms','tool',NULL,NULL,0,NULL,0,'{"avatarName": "Cicerone"}',NULL,'','','2026-11-26T14:10:05.234524Z','2026-11-26T14:10:05.265533Z','2026-11-26T14:10:05.376856Z',NULL,'"json"',0,0,NULL,NULL);
INSERT INTO "steps" VALUES('23ab6c9d-724a-48bd-83c7-235f6196a520','0e93a6b9-c77f-4ee4-9d36-236b1ead5347','84b90118-1d06-4590-b36d-3be03bc23a58','Understood in context · stands alone · <1 ms','tool',NULL,NULL,0,NULL,0,'{}',NULL,'','','2026-11-26T14:10:05.267673Z','2026-11-26T14:10:05.267696Z','2026-11-26T14:10:05.267696Z',NULL,'false',0,0,NULL,NULL);
INSERT INTO "steps" VALUES('59a92af1-405a-4e80-8681-35814faa4df3','0e93a6b9-c77f-4ee4-9d36-236b1ead5347','84b90118-1d06-4590-b36d-3be03bc23a58','Matched to the graph · Prado → Museum Prado · 7 ms','tool',NULL,NULL,0,NULL,0,'{}',NULL,'','','2026-11-26T14:10:05.280378Z','2026-11-26T14:10:05.280409Z','2026-11-26T14:10:05.280409Z',NULL,'false',0,0,NULL,NULL);
INSERT INTO "steps" VALUES('36527d53-7648-43ae-8799-dd6efeccf450','0e93a6b9-c77f-4ee4-9d36-236b1ead5347','84b90118-1d06-4590-b36d-3be03bc23a58','Read the question · Paintings that hang in Prado · 11 ms','tool',NULL,NULL,0,NULL,0,'{}',NULL,'','','2026-11-26T14:10:05.295655Z','2026-11-26T14:10:05.295681Z','2026-11-26T14:10:05.295681Z',NULL,'false',0,0,NULL,NULL);
INSERT INTO "steps" VALUES('4e162204-c755-4b9a-b59e-22f9c0f6a564','0e93a6b9-c77f-4ee4-9d36-236b1ead5347','84b90118-1d06-4590-b36d-3be03bc23a58','Checked the subject · answerable · 5 ms','tool',NULL,NULL,0,NULL,0,'{}',NULL,'','','2026-11-26T14:10:05.313499Z','2026-11-26T14:10:05.313523Z','2026-11-26T14:10:05.313523Z',NULL,'false',0,0,NULL,NULL);
INSERT INTO "steps" VALUES('0f4785c6-dd41-4cee-a9e3-0b567d9d62bf','0e93a6b9-c77f-4ee4-9d36-236b1ead5347','84b90118-1d06-4590-b36d-3be03bc23a58','Recalled similar questions · 0 at hand · <1 ms','tool',NULL,NULL,0,NULL,0,'{}',NULL,'','','2026-11-26T14:10:05.316237Z','2026-11-26T14:10:05.316276Z','2026-11-26T14:10:05.316276Z',NULL,'false',0,0,NULL,NULL);
INSERT INTO "steps" VALUES('6fc99f6d-e4d6-4a1a-bad0-0adb03fcca87','0e93a6b9-c77f-4ee4-9d36-236b1ead5347','84b90118-1d06-4590-b36d-3be03bc23a58','Wrote the query · offline · <1 ms','tool',NULL,NULL,0,NULL,0,'{}',NULL,'','','2026-11-26T14:10:05.320693Z','2026-11-26T14:10:05.320717Z','2026-11-26T14:10:05.320717Z',NULL,'false',0,0,NULL,NULL);
INSERT INTO "steps" VALUES('264d3777-2ed0-4ca4-af57-c19f9b04521c','0e93a6b9-c77f-4ee4-9d36-236b1ead5347','84b90118-1d06-4590-b36d-3be03bc23a58','Checked the query · reads only · 2 ms','tool',NULL,NULL,0,NULL,0,'{}',NULL,'','','2026-11-26T14:10:05.326445Z','2026-11-26T14:10:05.326468Z','2026-11-26T14:10:05.326468Z',NULL,'false',0,0,NULL,NULL);
INSERT INTO "steps" VALUES('c112030e-64ef-40f3-b26b-71161976010f','0e93a6b9-c77f-4ee4-9d36-236b1ead5347','84b90118-1d06-4590-b36d-3be03bc23a58','Ran the query · 2 rows · 20 ms','tool',NULL,NULL,0,NULL,0,'{}',NULL,'','Paintings that hang in Prado

```cypher
MATCH (painting:Painting)-[:HANGS_IN]->(museum:Museum)
WHERE museum.name = $name
WITH DISTINCT painting
RETURN painting.title AS title
```

```
$name = Prado
```','2026-11-26T14:10:05.352789Z','2026-11-26T14:10:05.352817Z','2026-11-26T14:10:05.352817Z',NULL,'false',0,0,NULL,NULL);
INSERT INTO "steps" VALUES('e823a6a5-0847-4b71-9cf8-55952dc0199b','0e93a6b9-c77f-4ee4-9d36-236b1ead5347','84b90118-1d06-4590-b36d-3be03bc23a58','Checked the result · answers · <1 ms','tool',NULL,NULL,0,NULL,0,'{}',NULL,'','','2026-11-26T14:10:05.356208Z','2026-11-26T14:10:05.356232Z','2026-11-26T14:10:05.356232Z',NULL,'false',0,0,NULL,NULL);
INSERT INTO "steps" VALUES('9f60f74a-2886-4852-8f06-9258ff6bd7ca','0e93a6b9-c77f-4ee4-9d36-236b1ead5347','84b90118-1d06-4590-b36d-3be03bc23a58','Put it into words · from the rows · 5 ms','tool',NULL,NULL,0,NULL,0,'{}',NULL,'','','2026-11-26T14:10:05.365219Z','2026-11-26T14:10:05.365241Z','2026-11-26T14:10:05.365241Z',NULL,'false',0,0,NULL,NULL);
INSERT INTO "steps" VALUES('058df58a-b69c-4914-b1dc-a04a2561d491','0e93a6b9-c77f-4ee4-9d36-236b1ead5347','d19ef1ee-b6a5-439a-b43f-66f88fcce8e3','Cicerone','assistant_message',NULL,NULL,0,0,0,'{}',NULL,'','2 paintings\: Saturn, The Parasol.','2026-11-26T14:10:05.378150Z','2026-11-26T14:10:05.378150Z','2026-11-26T14:10:05.378150Z',NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "steps" VALUES('e1738268-2c28-4387-8a6f-73ac6c6144f9','7095fc09-6a9a-4db0-a710-7824604a0ba1',NULL,'local','user_message',NULL,NULL,0,0,0,'{}',NULL,'','How many paintings hang in Orsay?','2026-11-26T14:10:10.548976Z','2026-11-26T14:10:10.548976Z','2026-11-26T14:10:10.548976Z',NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "steps" VALUES('a00955fc-8e64-45ff-8a5a-2fb5be56d456','7095fc09-6a9a-4db0-a710-7824604a0ba1','e1738268-2c28-4387-8a6f-73ac6c6144f9','on_message','run',NULL,NULL,0,NULL,0,'{}',NULL,'How many paintings hang in Orsay?','','2026-11-26T14:10:10.551873Z','2026-11-26T14:10:10.551899Z','2026-11-26T14:10:10.794513Z',NULL,'"json"',0,0,NULL,NULL);
INSERT INTO "steps" VALUES('be012348-8e05-41c1-89e5-d6e2909d56d5','7095fc09-6a9a-4db0-a710-7824604a0ba1',NULL,'on_chat_start','run',NULL,NULL,0,NULL,0,'{}',NULL,'{}','','2026-11-26T14:10:10.487411Z','2026-11-26T14:10:10.487439Z','2026-11-26T14:10:10.487934Z',NULL,'"json"',0,0,NULL,NULL);
INSERT INTO "steps" VALUES('8ecf3fa4-508e-4383-9ce0-b7e56d7b5975','7095fc09-6a9a-4db0-a710-7824604a0ba1','a00955fc-8e64-45ff-8a5a-2fb5be56d456','How I got there · 225 ms','tool',NULL,NULL,0,NULL,0,'{"avatarName": "Cicerone"}',NULL,'','','2026-11-26T14:10:10.553900Z','2026-11-26T14:10:10.579542Z','2026-11-26T14:10:10.777831Z',NULL,'"json"',0,0,NULL,NULL);
INSERT INTO "steps" VALUES('bf429b13-8700-493c-8de5-ee05ba2a8ecd','7095fc09-6a9a-4db0-a710-7824604a0ba1','8ecf3fa4-508e-4383-9ce0-b7e56d7b5975','Understood in context · stands alone · <1 ms','tool',NULL,NULL,0,NULL,0,'{}',NULL,'','','2026-11-26T14:10:10.581932Z','2026-11-26T14:10:10.581952Z','2026-11-26T14:10:10.581952Z',NULL,'false',0,0,NULL,NULL);
INSERT INTO "steps" VALUES('cd04eeb0-3445-4610-9fca-9225231d730f','7095fc09-6a9a-4db0-a710-7824604a0ba1','8ecf3fa4-508e-4383-9ce0-b7e56d7b5975','Matched to the graph · Orsay → Museum Orsay · 4 ms','tool',NULL,NULL,0,NULL,0,'{}',NULL,'','','2026-11-26T14:10:10.590139Z','2026-11-26T14:10:10.590162Z','2026-11-26T14:10:10.590162Z',NULL,'false',0,0,NULL,NULL);
INSERT INTO "steps" VALUES('cb4abc48-ea73-4fd6-a154-e226fce63bbb','7095fc09-6a9a-4db0-a710-7824604a0ba1','8ecf3fa4-508e-4383-9ce0-b7e56d7b5975','Read the question · The number of paintings that hang in Orsay · 9 ms','tool',NULL,NULL,0,NULL,0,'{}',NULL,'','','2026-11-26T14:10:10.601365Z','2026-11-26T14:10:10.601389Z','2026-11-26T14:10:10.601389Z',NULL,'false',0,0,NULL,NULL);
INSERT INTO "steps" VALUES('6b4f60c8-6538-4ec8-acaf-d0642141149e','7095fc09-6a9a-4db0-a710-7824604a0ba1','8ecf3fa4-508e-4383-9ce0-b7e56d7b5975','Checked the subject · answerable · 7 ms','tool',NULL,NULL,0,NULL,0,'{}',NULL,'','','2026-11-26T14:10:10.646187Z','2026-11-26T14:10:10.646205Z','2026-11-26T14:10:10.646205Z',NULL,'false',0,0,NULL,NULL);
INSERT INTO "steps" VALUES('4f63f138-a32f-41c4-be74-9217faf47482','7095fc09-6a9a-4db0-a710-7824604a0ba1','8ecf3fa4-508e-4383-9ce0-b7e56d7b5975','Wrote the query · memory · <1 ms','tool',NULL,NULL,0,NULL,0,'{}',NULL,'','','2026-11-26T14:10:10.651022Z','2026-11-26T14:10:10.651040Z','2026-11-26T14:10:10.651040Z',NULL,'false',0,0,NULL,NULL);
INSERT INTO "steps" VALUES('e9034ff9-0fab-4fd7-84d5-2e4afd70a2bc','7095fc09-6a9a-4db0-a710-7824604a0ba1','8ecf3fa4-508e-4383-9ce0-b7e56d7b5975','Checked the query · reads only · 6 ms','tool',NULL,NULL,0,NULL,0,'{}',NULL,'','','2026-11-26T14:10:10.659000Z','2026-11-26T14:10:10.659017Z','2026-11-26T14:10:10.659017Z',NULL,'false',0,0,NULL,NULL);
INSERT INTO "steps" VALUES('562c44b3-41de-4032-9eb4-5d371a83fe75','7095fc09-6a9a-4db0-a710-7824604a0ba1','8ecf3fa4-508e-4383-9ce0-b7e56d7b5975','Ran the query · 1 row · 54 ms','tool',NULL,NULL,0,NULL,0,'{}',NULL,'','The number of paintings hang in museum “Orsay”

```cypher
MATCH (painting:Painting)-[:HANGS_IN]->(museum:Museum)
WHERE museum.name = $name
RETURN count(DISTINCT painting) AS paintings
```

```
$name = Orsay
```','2026-11-26T14:10:10.719467Z','2026-11-26T14:10:10.719490Z','2026-11-26T14:10:10.719490Z',NULL,'false',0,0,NULL,NULL);
INSERT INTO "steps" VALUES('331f6106-dc89-40cb-a2f8-6fe511a87609','7095fc09-6a9a-4db0-a710-7824604a0ba1','8ecf3fa4-508e-4383-9ce0-b7e56d7b5975','Checked the result · answers · <1 ms','tool',NULL,NULL,0,NULL,0,'{}',NULL,'','','2026-11-26T14:10:10.726029Z','2026-11-26T14:10:10.726047Z','2026-11-26T14:10:10.726047Z',NULL,'false',0,0,NULL,NULL);
INSERT INTO "steps" VALUES('d76d680a-b6a7-4b32-9e1c-ac8f5db9f05e','7095fc09-6a9a-4db0-a710-7824604a0ba1','8ecf3fa4-508e-4383-9ce0-b7e56d7b5975','Put it into words · from the rows · 3 ms','tool',NULL,NULL,0,NULL,0,'{}',NULL,'','','2026-11-26T14:10:10.746741Z','2026-11-26T14:10:10.746763Z','2026-11-26T14:10:10.746763Z',NULL,'false',0,0,NULL,NULL);
INSERT INTO "steps" VALUES('a65f26a6-5020-47f2-bc3f-96d6fff98af0','7095fc09-6a9a-4db0-a710-7824604a0ba1','a00955fc-8e64-45ff-8a5a-2fb5be56d456','Cicerone','assistant_message',NULL,NULL,0,0,0,'{}',NULL,'','3\.','2026-11-26T14:10:10.778728Z','2026-11-26T14:10:10.778728Z','2026-11-26T14:10:10.778728Z',NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "steps" VALUES('f5180f74-9158-47df-b36b-44ed7234fa4e','7095fc09-6a9a-4db0-a710-7824604a0ba1',NULL,'local','user_message',NULL,NULL,0,0,0,'{}',NULL,'','Which artists were born after 1800?','2026-11-26T14:10:12.852733Z','2026-11-26T14:10:12.852733Z','2026-11-26T14:10:12.852733Z',NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "steps" VALUES('d27666bc-1d41-41ad-88ed-bf5cd09904b8','7095fc09-6a9a-4db0-a710-7824604a0ba1','f5180f74-9158-47df-b36b-44ed7234fa4e','on_message','run',NULL,NULL,0,NULL,0,'{}',NULL,'Which artists were born after 1800?','','2026-11-26T14:10:12.855230Z','2026-11-26T14:10:12.855250Z','2026-11-26T14:10:12.994748Z',NULL,'"json"',0,0,NULL,NULL);
INSERT INTO "steps" VALUES('348fd5ea-22d2-4d99-bf60-8ff1f6793715','7095fc09-6a9a-4db0-a710-7824604a0ba1','d27666bc-1d41-41ad-88ed-bf5cd09904b8','How I got there · 110 ms','tool',NULL,NULL,0,NULL,0,'{"avatarName": "Cicerone"}',NULL,'','','2026-11-26T14:10:12.858078Z','2026-11-26T14:10:12.877650Z','2026-11-26T14:10:12.967364Z',NULL,'"json"',0,0,NULL,NULL);
INSERT INTO "steps" VALUES('2df739e3-f5d8-4ce3-a584-6c87b91ef7ea','7095fc09-6a9a-4db0-a710-7824604a0ba1','348fd5ea-22d2-4d99-bf60-8ff1f6793715','Understood in context · stands alone · 1 ms','tool',NULL,NULL,0,NULL,0,'{}',NULL,'','','2026-11-26T14:10:12.880254Z','2026-11-26T14:10:12.880275Z','2026-11-26T14:10:12.880275Z',NULL,'false',0,0,NULL,NULL);
INSERT INTO "steps" VALUES('a00aedc7-0a59-48dd-8761-e8c4c8eb06bd','7095fc09-6a9a-4db0-a710-7824604a0ba1','348fd5ea-22d2-4d99-bf60-8ff1f6793715','Matched to the graph · 9 ms','tool',NULL,NULL,0,NULL,0,'{}',NULL,'','','2026-11-26T14:10:12.895611Z','2026-11-26T14:10:12.895629Z','2026-11-26T14:10:12.895629Z',NULL,'false',0,0,NULL,NULL);
INSERT INTO "steps" VALUES('b4e22f14-d051-427b-9370-a05aed5de78d','7095fc09-6a9a-4db0-a710-7824604a0ba1','348fd5ea-22d2-4d99-bf60-8ff1f6793715','Read the question · Artists born after 1800 · 9 ms','tool',NULL,NULL,0,NULL,0,'{}',NULL,'','','2026-11-26T14:10:12.906104Z','2026-11-26T14:10:12.906121Z','2026-11-26T14:10:12.906121Z',NULL,'false',0,0,NULL,NULL);
INSERT INTO "steps" VALUES('94f25191-3b3d-475a-ab3c-cbce1f5f6704','7095fc09-6a9a-4db0-a710-7824604a0ba1','348fd5ea-22d2-4d99-bf60-8ff1f6793715','Checked the subject · answerable · <1 ms','tool',NULL,NULL,0,NULL,0,'{}',NULL,'','','2026-11-26T14:10:12.917239Z','2026-11-26T14:10:12.917255Z','2026-11-26T14:10:12.917255Z',NULL,'false',0,0,NULL,NULL);
INSERT INTO "steps" VALUES('784ffdea-ee6c-4289-8c1c-0364220e5af0','7095fc09-6a9a-4db0-a710-7824604a0ba1','348fd5ea-22d2-4d99-bf60-8ff1f6793715','Recalled similar questions · 0 at hand · <1 ms','tool',NULL,NULL,0,NULL,0,'{}',NULL,'','','2026-11-26T14:10:12.919158Z','2026-11-26T14:10:12.919171Z','2026-11-26T14:10:12.919171Z',NULL,'false',0,0,NULL,NULL);
INSERT INTO "steps" VALUES('8e8e5c38-0f4a-4959-9d3b-6c575ebd70c6','7095fc09-6a9a-4db0-a710-7824604a0ba1','348fd5ea-22d2-4d99-bf60-8ff1f6793715','Wrote the query · offline · <1 ms','tool',NULL,NULL,0,NULL,0,'{}',NULL,'','','2026-11-26T14:10:12.925025Z','2026-11-26T14:10:12.925049Z','2026-11-26T14:10:12.925049Z',NULL,'false',0,0,NULL,NULL);
INSERT INTO "steps" VALUES('3bd8227c-5449-4d94-82d9-0b34026278a7','7095fc09-6a9a-4db0-a710-7824604a0ba1','348fd5ea-22d2-4d99-bf60-8ff1f6793715','Checked the query · reads only · 1 ms','tool',NULL,NULL,0,NULL,0,'{}',NULL,'','','2026-11-26T14:10:12.928929Z','2026-11-26T14:10:12.928947Z','2026-11-26T14:10:12.928947Z',NULL,'false',0,0,NULL,NULL);
INSERT INTO "steps" VALUES('fac66837-c97a-43d2-882a-27bccbd3c4ad','7095fc09-6a9a-4db0-a710-7824604a0ba1','348fd5ea-22d2-4d99-bf60-8ff1f6793715','Ran the query · 2 rows · 14 ms','tool',NULL,NULL,0,NULL,0,'{}',NULL,'','Artists born after 1800

```cypher
MATCH (artist:Artist)
WHERE artist.born > $born
RETURN artist.name AS name, artist.born AS born
```

```
$born = 1800
```','2026-11-26T14:10:12.945725Z','2026-11-26T14:10:12.945746Z','2026-11-26T14:10:12.945746Z',NULL,'false',0,0,NULL,NULL);
INSERT INTO "steps" VALUES('01e5684d-f65d-460a-ad02-09a3a9865dba','7095fc09-6a9a-4db0-a710-7824604a0ba1','348fd5ea-22d2-4d99-bf60-8ff1f6793715','Checked the result · answers · <1 ms','tool',NULL,NULL,0,NULL,0,'{}',NULL,'','','2026-11-26T14:10:12.947637Z','2026-11-26T14:10:12.947653Z','2026-11-26T14:10:12.947653Z',NULL,'false',0,0,NULL,NULL);
INSERT INTO "steps" VALUES('7a79a8f0-4d65-4d8c-b493-b1ad0ad55f3a','7095fc09-6a9a-4db0-a710-7824604a0ba1','348fd5ea-22d2-4d99-bf60-8ff1f6793715','Put it into words · from the rows · 2 ms','tool',NULL,NULL,0,NULL,0,'{}',NULL,'','','2026-11-26T14:10:12.952084Z','2026-11-26T14:10:12.952101Z','2026-11-26T14:10:12.952101Z',NULL,'false',0,0,NULL,NULL);
INSERT INTO "steps" VALUES('5d750990-78ca-482a-acbc-e42cada84999','7095fc09-6a9a-4db0-a710-7824604a0ba1','d27666bc-1d41-41ad-88ed-bf5cd09904b8','Cicerone','assistant_message',NULL,NULL,0,0,0,'{}',NULL,'','2 artists\: Berthe Morisot (1841), Rosa Bonheur (1822).','2026-11-26T14:10:12.968266Z','2026-11-26T14:10:12.968266Z','2026-11-26T14:10:12.968266Z',NULL,NULL,NULL,NULL,NULL,NULL);
CREATE TABLE terms (
	graph TEXT NOT NULL, 
	folded TEXT NOT NULL, 
	person TEXT NOT NULL, 
	term TEXT NOT NULL, 
	meaning TEXT NOT NULL, 
	created TEXT NOT NULL, 
	PRIMARY KEY (graph, folded, person)
);
INSERT INTO "terms" VALUES('museum','canvas','ada','canvas','Painting','2026-11-26T14:10:05.137020Z');
CREATE TABLE threads (
	id TEXT NOT NULL, 
	"createdAt" TEXT NOT NULL, 
	"updatedAt" TEXT NOT NULL, 
	name TEXT, 
	"userId" TEXT, 
	"userIdentifier" TEXT, 
	tags JSON, 
	metadata JSON NOT NULL, 
	PRIMARY KEY (id), 
	FOREIGN KEY("userId") REFERENCES users (id) ON DELETE CASCADE
);
INSERT INTO "threads" VALUES('56873900-068e-494a-ad53-62c945b382c2','2026-11-26T14:09:56.625701Z','2026-11-26T14:09:59.643946Z','Which paintings did Francisco Goya paint?','915a057d-815f-47b6-8f52-30cc3f3d725f','ada',NULL,'{"chat_settings": {}, "client_type": "webapp"}');
INSERT INTO "threads" VALUES('0e93a6b9-c77f-4ee4-9d36-236b1ead5347','2026-11-26T14:10:05.036146Z','2026-11-26T14:10:05.495812Z','canvas means painting','915a057d-815f-47b6-8f52-30cc3f3d725f','ada',NULL,'{"chat_settings": {}, "client_type": "webapp"}');
INSERT INTO "threads" VALUES('7095fc09-6a9a-4db0-a710-7824604a0ba1','2026-11-26T14:10:10.556270Z','2026-11-26T14:10:13.060417Z','How many paintings hang in Orsay?','730bfd8b-b221-4a43-a11c-d4eff10af68a','bo',NULL,'{"chat_settings": {}, "client_type": "webapp"}');
CREATE TABLE users (
	id TEXT NOT NULL, 
	identifier TEXT NOT NULL, 
	"createdAt" TEXT NOT NULL, 
	metadata JSON NOT NULL, 
	PRIMARY KEY (id), 
	UNIQUE (identifier)
);
INSERT INTO "users" VALUES('915a057d-815f-47b6-8f52-30cc3f3d725f','ada','2026-11-26T14:09:56.518991Z','{}');
INSERT INTO "users" VALUES('730bfd8b-b221-4a43-a11c-d4eff10af68a','bo','2026-11-26T14:10:10.445536Z','{}');
CREATE TABLE versions (
	name TEXT NOT NULL, 
	version INTEGER NOT NULL, 
	PRIMARY KEY (name)
);
INSERT INTO "versions" VALUES('examples',4);
INSERT INTO "versions" VALUES('lessons',2);
INSERT INTO "versions" VALUES('terms',1);
CREATE UNIQUE INDEX examples_of_owner ON examples (owner, graph, folded);
CREATE INDEX exchanges_of_message ON exchanges (message);
CREATE INDEX exchanges_of_thread ON exchanges (thread, id);
CREATE INDEX exchanges_of_user ON exchanges (user);
CREATE INDEX threads_of_user ON threads ("userId", "updatedAt", id);
CREATE INDEX elements_of_step ON elements ("forId");
CREATE INDEX elements_of_thread ON elements ("threadId");
CREATE INDEX feedbacks_of_thread ON feedbacks ("threadId", value);
CREATE INDEX steps_of_thread ON steps ("threadId", "createdAt");
CREATE INDEX lessons_of_form ON lessons (graph, form);
CREATE INDEX lesson_votes_of_person ON lesson_votes (person, folded);
CREATE INDEX terms_of_person ON terms (person);
COMMIT;
