// C functions that let Swift call GeographicLib (C. F. F. Karney, MIT license), which is linked statically.
// libproj has the same geodesics but brings forty shared libraries into every process that links it.
#include "CGeodesic.h"
#include <GeographicLib/Geodesic.hpp>

using GeographicLib::Geodesic;

double cgeodesic_inverse(double latitude1, double longitude1, double latitude2, double longitude2,
                         double *azimuth1) {
    double distance;
    if (azimuth1) {
        double azimuth2;
        Geodesic::WGS84().Inverse(latitude1, longitude1, latitude2, longitude2, distance, *azimuth1, azimuth2);
    } else {
        Geodesic::WGS84().Inverse(latitude1, longitude1, latitude2, longitude2, distance);
    }
    return distance;
}

void cgeodesic_direct(double latitude1, double longitude1, double azimuth1, double distance,
                      double *latitude2, double *longitude2) {
    Geodesic::WGS84().Direct(latitude1, longitude1, azimuth1, distance, *latitude2, *longitude2);
}
