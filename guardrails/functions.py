"""The functions and procedures a statement may call; all names are in lower case.

What is not named here is refused: functions that read files or addresses, run Cypher from a string,
sleep, or build large values (apoc.coll.combinations) stay out by not being in.
Sources: the Neo4j Cypher manual and the APOC reference.
"""

from __future__ import annotations

from guardrails.words import words


def _names(prefix: str, text: str) -> set[str]:
    return {prefix + word for word in text.lower().split()}


AGGREGATES = words(
    "avg collect count max min percentilecont percentiledisc stdev stdevp sum "
    "collect_list percentile_cont percentile_disc stddev_pop stddev_samp"
)

FUNCTIONS = frozenset(
    AGGREGATES
    # scalar, predicate, list
    | _names(
        "",
        "char_length character_length coalesce elementId endNode head id last length nullIf "
        "path_length properties randomUUID size startNode timestamp toBoolean toBooleanOrNull "
        "toFloat toFloatOrNull toInteger toIntegerOrNull toInt type valueType all any exists "
        "isEmpty isNotEmpty none single keys labels nodes range reduce relationships rels reverse "
        "tail toBooleanList toFloatList toIntegerList toStringList cardinality "
        "element_id isNaN min max",
    )
    # string
    | _names(
        "",
        "btrim left lower ltrim normalize replace right rtrim split substring toLower toString "
        "toStringOrNull toUpper trim upper",
    )
    # mathematical
    | _names(
        "",
        "abs ceil ceiling floor rand round sign e exp log log10 ln sqrt power mod acos asin atan "
        "atan2 cos cosh cot coth degrees haversin pi radians sin sinh tan tanh",
    )
    # temporal and spatial
    | _names(
        "",
        "date datetime localdatetime localtime time duration point distance date.truncate "
        "date.realtime date.statement date.transaction datetime.truncate datetime.realtime "
        "datetime.statement datetime.transaction datetime.fromEpoch datetime.fromEpochMillis "
        "localdatetime.truncate localdatetime.realtime localdatetime.statement "
        "localdatetime.transaction localtime.truncate localtime.realtime localtime.statement "
        "localtime.transaction time.truncate time.realtime time.statement time.transaction "
        "duration.between duration.inMonths duration.inDays duration.inSeconds point.distance "
        "point.withinBBox current_date current_time current_timestamp local_time local_timestamp "
        "zoned_time zoned_datetime local_datetime",
    )
    | _names("vector.", "similarity.cosine similarity.euclidean")
    | _names(
        "apoc.text.",
        "base64Decode base64Encode bytesToUtf8 camelCase capitalize capitalizeAll charAt clean "
        "code compareCleaned decapitalize decapitalizeAll distance doubleMetaphone format "
        "fuzzyMatch hammingDistance hexCharAt hexValue indexOf indexesOf jaroWinklerDistance join "
        "levenshteinDistance levenshteinSimilarity phonetic random rawToHex regexGroups "
        "regexGroupsByName regreplace replace slug snakeCase sorensenDiceSimilarity split "
        "swapCase toCypher toUpperCase upperCamelCase urldecode urlencode lpad rpad repeat",
    )
    | _names(
        "apoc.coll.",
        "avg contains containsAll containsAllSorted containsDuplicates containsSorted different "
        "disjunction dropDuplicateNeighbors duplicates duplicatesWithCount elements flatten "
        "frequencies frequenciesAsMap indexOf insert insertAll intersection isEqualCollection max "
        "min occurrences pairs pairsMin partition randomItem randomItems remove removeAll reverse "
        "runningTotal set shuffle slice sort sortMaps sortMulti sortNodes sortText split stdev "
        "subtract sum sumLongs toSet union unionAll unzip zip pairWithOffset",
    )
    | _names(
        "apoc.map.",
        "clean dropNullValues flatten fromLists fromNodes fromPairs fromValues get groupBy "
        "groupByMulti merge mergeList mget removeKey removeKeys setEntry setKey setLists setPairs "
        "setValues sortedProperties submap unflatten updateTree values",
    )
    | _names(
        "apoc.date.",
        "add convert convertFormat currentTimestamp field fields format fromISO8601 parse "
        "parseAsZonedDateTime systemTimezone toISO8601 toYears",
    )
    | _names(
        "apoc.number.",
        "arabicToRoman exact.add exact.div exact.mul exact.sub exact.toFloat exact.toInteger "
        "format parseFloat parseInt romanToArabic",
    )
    | _names(
        "apoc.math.",
        "cosh coth csch maxByte maxDouble maxInt maxLong minByte minDouble minInt minLong round "
        "sech sigmoid sigmoidPrime sinh tanh",
    )
    | _names(
        "apoc.agg.",
        "first graph last maxItems median minItems nth percentiles product slice statistics",
    )
    | _names(
        "apoc.convert.",
        "fromJsonList fromJsonMap getJsonProperty getJsonPropertyMap toBoolean toBooleanList "
        "toFloat toInteger toJson toList toMap toNode toNodeList toRelationship "
        "toRelationshipList toSet toSortedJsonMap toString toStringList toFloatList toIntList",
    )
)

# `SHOW INDEXES` and `SHOW CONSTRAINTS` are read as calls of such names, which no procedure has.
PROCEDURES = frozenset(
    {"show indexes", "show constraints"}
    | _names(
        "db.",
        "labels relationshipTypes propertyKeys schema.visualization schema.nodeTypeProperties "
        "schema.relTypeProperties index.fulltext.queryNodes index.fulltext.queryRelationships "
        "index.vector.queryNodes index.vector.queryRelationships",
    )
)
